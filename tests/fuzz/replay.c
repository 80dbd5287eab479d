// Runs a fuzz target on files: every file named on the command line, and every file in folders named
// there. A crash or a sanitizer's complaint ends the program; so does a file that cannot be read.
#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE_MAX = 4096, INPUT_SIZE_MAX = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *read_input(const char *path, size_t size)
{
    FILE *file = fopen(path, "rbe");
    uint8_t *data = malloc(size ? size : 1); // exactly: a sanitizer sees one byte beyond
    bool is_read = file && data && fread(data, 1, size, file) == size;
    if (file)
        fclose(file);
    if (is_read)
        return data;
    free(data);
    return NULL;
}

static bool replay_file(const char *path, size_t size, size_t *count)
{
    uint8_t *data = size <= INPUT_SIZE_MAX ? read_input(path, size) : NULL;
    if (!data) {
        fprintf(stderr, "cannot read %s\n", path);
        return false;
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    (*count)++;
    return true;
}

static bool replay(const char *path, size_t *count);

static bool replay_folder(const char *path, size_t *count)
{
    struct dirent **entries;
    int entry_count = scandir(path, &entries, NULL, alphasort);
    if (entry_count < 0) {
        fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    bool is_right = true;
    for (int i = 0; i < entry_count; i++) {
        char name[PATH_SIZE_MAX];
        int size = snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            is_right = size < PATH_SIZE_MAX && replay(name, count) && is_right;
        free(entries[i]);
    }
    free(entries);
    return is_right;
}

static bool replay(const char *path, size_t *count)
{
    struct stat status;
    if (stat(path, &status) != 0) {
        fprintf(stderr, "cannot read %s: %s\n", path, strerror(errno));
        return false;
    }
    return S_ISDIR(status.st_mode) ? replay_folder(path, count)
                                   : replay_file(path, (size_t)status.st_size, count);
}

int main(int argc, char **argv)
{
    size_t count = 0;
    bool is_right = true;
    for (int i = 1; i < argc; i++)
        is_right = replay(argv[i], &count) && is_right;
    printf("replayed %zu inputs\n", count);
    return is_right && count > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
