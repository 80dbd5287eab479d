#include "cloudsvc/server/tcp.h"

#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

/// A frame of an ordinary stream: more waits with us, where it can be skipped.
enum { UNSENT_LOW_BYTES = 16 * 1024 };

void tcp_make_quick(int socket)
{
    static const char congestion_control[] = "bbr";
    int on = 1;
    int low = UNSENT_LOW_BYTES;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &low, sizeof low);
    setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, congestion_control, strlen(congestion_control));
}

size_t tcp_unsent_bytes(int socket)
{
    int unsent = 0;
    if (ioctl(socket, SIOCOUTQNSD, &unsent) != 0 || unsent < 0)
        return 0;
    return (size_t)unsent;
}

uint64_t tcp_received_bytes(int socket)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return 0;
    return info.tcpi_bytes_received;
}
