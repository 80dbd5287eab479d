# Waystream. `make help` lists what can be asked for.
#
# A flavour is a compiler, an optimisation and a set of sanitizers; each builds in a folder of its own:
#   make                          build/gcc/…, with build/waystream, build/waynav and build/wayprobe in front
#   make CC=clang                 build/clang/…
#   make SAN=address,undefined    build/gcc-address,undefined/…

SHELL := /bin/bash
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
ifeq ($(MAKELEVEL)$(filter -j%,$(MAKEFLAGS)),0)
MAKEFLAGS += -j$(shell nproc)
endif

ifeq ($(origin CC),default)
CC := gcc
endif
# V=1 shows the commands.
Q := $(if $(V),,@)
SAN ?=
OPT ?= -O2
PORT ?= 8080

empty :=
FLAVOUR := $(notdir $(CC))$(if $(SAN),-$(SAN))$(if $(filter-out -O2,$(OPT)),$(OPT))
OUT := build/$(FLAVOUR)
IS_DEFAULT := $(if $(filter gcc,$(FLAVOUR)),yes)

# ---- what is built ---------------------------------------------------------------------------

NAV_SOURCES := $(wildcard nav/*.c)
SERVICE_SOURCES := $(wildcard render/*.c cloudsvc/base/*.c cloudsvc/game/*.c cloudsvc/stream/*.c \
                     cloudsvc/session/*.c cloudsvc/server/*.c)
PROBE_SOURCES := $(filter-out tests/latency/wayprobe.c,$(wildcard tests/latency/*.c))
SUPPORT_SOURCES := $(wildcard tests/data/*.c)
UNIT_TESTS := $(patsubst tests/unit/%.c,%,$(wildcard tests/unit/*_test.c))
INTEGRATION_TESTS := $(patsubst tests/integration/%.c,%,$(wildcard tests/integration/*_test.c))
FUZZERS := $(patsubst tests/fuzz/%.c,%,$(wildcard tests/fuzz/*_fuzz.c))
PROGRAMS := waystream waynav wayprobe

object = $(patsubst %.c,$(OUT)/obj/%.o,$(1))

PACKAGES := libavcodec libavutil libwebsockets openssl sdl2 SDL2_ttf cglm libcjson geos glesv2 egl
# Asked for only when something compiles: a machine without pkg-config can still run `make deps`.
PACKAGE_CFLAGS = $(eval PACKAGE_CFLAGS := $(shell pkg-config --cflags $(PACKAGES)))$(PACKAGE_CFLAGS)
PACKAGE_LIBS = $(eval PACKAGE_LIBS := $(shell pkg-config --libs $(PACKAGES)) -lyuv)$(PACKAGE_LIBS)

WARNINGS := -Wall -Wextra -Werror -Wshadow -Wpointer-arith -Wstrict-prototypes -Wmissing-prototypes \
            -Wvla -Wundef -Wwrite-strings -Wold-style-definition -Wformat=2
ifneq ($(findstring clang,$(CC)),)
WARNINGS += -Wdocumentation
endif
# No fused multiply-add: the simulation's numbers must be the same on every compiler and level.
CFLAGS_ALL = -std=c17 -D_GNU_SOURCE -I. $(OPT) -g -pthread -ffp-contract=off -fno-math-errno \
             $(WARNINGS) $(if $(SAN),-fsanitize=$(SAN) -fno-omit-frame-pointer -fno-sanitize-recover=all) \
             -DWAYSTREAM_VERSION='"$(VERSION)"' $(CFLAGS)
LDFLAGS_ALL = -pthread $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)
VERSION := 0.1.0

# ---- building --------------------------------------------------------------------------------

.PHONY: all
all: $(if $(IS_DEFAULT),$(PROGRAMS:%=build/%),$(PROGRAMS:%=$(OUT)/%))

build/%: $(OUT)/%
	@ln -f $< $@

$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "cc   $<"
	$(Q)$(CC) $(CFLAGS_ALL) $(PACKAGE_CFLAGS) -MMD -MP -c $< -o $@

define archive
	@rm -f $@
	@ar rcs $@ $^
endef

$(OUT)/libwaynav.a: $(call object,$(NAV_SOURCES))
	$(archive)
$(OUT)/libservice.a: $(call object,$(SERVICE_SOURCES))
	$(archive)
$(OUT)/libprobe.a: $(call object,$(PROBE_SOURCES))
	$(archive)
# What tests share: it may need what only tests have installed.
$(OUT)/libsupport.a: $(call object,$(SUPPORT_SOURCES))
	$(archive)

# The library as others link it: compiled once more, for any address.
NAV_SHARED := libwaynav.so.$(VERSION)
NAV_SONAME := libwaynav.so.$(firstword $(subst ., ,$(VERSION)))
$(OUT)/pic/%.o: %.c
	@mkdir -p $(@D)
	@echo "pic  $<"
	$(Q)$(CC) $(CFLAGS_ALL) -fPIC -fno-semantic-interposition $(PACKAGE_CFLAGS) -MMD -MP -c $< -o $@
$(OUT)/$(NAV_SHARED): $(NAV_SOURCES:%.c=$(OUT)/pic/%.o)
	@echo "link $@"
	$(Q)$(CC) -shared $(LDFLAGS_ALL) -Wl,-soname,$(NAV_SONAME) $^ $$(pkg-config --libs libcjson geos) -lm -o $@

PROBE_LIBRARIES := $(OUT)/libprobe.a $(OUT)/libservice.a $(OUT)/libwaynav.a
LIBRARIES := $(OUT)/libsupport.a $(PROBE_LIBRARIES)
# Tests are many: linking them takes longer than running them, and less with gold.
TEST_LINK := -lcmocka $(if $(shell command -v ld.gold),-fuse-ld=gold)
link = @echo "link $@"; $(CC) $(LDFLAGS_ALL) $(filter %.o %.a,$^) $(PACKAGE_LIBS) $(1) -lm -o $@

$(OUT)/waystream: $(call object,cloudsvc/main.c) $(OUT)/libservice.a $(OUT)/libwaynav.a
	$(call link)
$(OUT)/waynav: $(call object,$(wildcard nav/tool/*.c)) $(OUT)/libwaynav.a
	@echo "link $@"
	$(Q)$(CC) $(LDFLAGS_ALL) $(filter %.o %.a,$^) $$(pkg-config --libs libcjson geos) -lm -o $@
$(OUT)/wayprobe: $(call object,tests/latency/wayprobe.c) $(PROBE_LIBRARIES)
	$(call link)
# Only what the simulation needs: it is built by several compilers to be compared.
$(OUT)/world_hash: $(call object,tests/determinism/world_hash.c tests/data/busy_world.c tests/data/plain_world.c \
                     $(wildcard cloudsvc/game/*.c cloudsvc/base/*.c)) $(OUT)/libwaynav.a
	@echo "link $@"
	$(Q)$(CC) $(LDFLAGS_ALL) $(filter %.o %.a,$^) $$(pkg-config --libs libcjson geos) -lm -o $@
$(OUT)/unit/%: $(OUT)/obj/tests/unit/%.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$(TEST_LINK))
$(OUT)/integration/%: $(OUT)/obj/tests/integration/%.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$(TEST_LINK))
$(OUT)/bench/%: $(OUT)/obj/tests/bench/%.o $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link)
# Programs in C++ that only compare: they need the packages of `make deps-bench`.
$(OUT)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	@echo "c++  $<"
	$(Q)$(CXX) -std=c++17 -D_GNU_SOURCE -I. $(OPT) -g -Wall -Wextra -Werror -Wshadow $$(pkg-config --cflags glib-2.0) -MMD -MP -c $< -o $@
$(OUT)/bench/nav_bench: $(call object,tests/bench/nav_bench.c $(wildcard nav/tool/bench_*.c)) \
                        $(OUT)/obj/tests/bench/detour.o $(OUT)/libwaynav.a
	@mkdir -p $(@D)
	@echo "link $@"
	$(Q)$(CXX) $(LDFLAGS_ALL) $(filter %.o %.a,$^) $$(pkg-config --libs libcjson geos) -lDetour -lm -o $@
$(OUT)/bench/index_bench: $(OUT)/obj/tests/bench/index_bench.o $(OUT)/obj/tests/bench/hash_tables.o $(OUT)/libservice.a \
                          $(OUT)/libwaynav.a
	@mkdir -p $(@D)
	@echo "link $@"
	$(Q)$(CXX) $(LDFLAGS_ALL) $(filter %.o %.a,$^) $$(pkg-config --libs libcjson glib-2.0) -lm -o $@
$(OUT)/bench/game_bench: $(call object,$(wildcard tests/bench/game_*.c)) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link)
# A fuzz target replays files given on its command line; under FUZZ=1 libFuzzer drives it instead.
$(OUT)/fuzz/%: $(OUT)/obj/tests/fuzz/%.o $(if $(FUZZ),,$(OUT)/obj/tests/fuzz/replay.o) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$(if $(FUZZ),-fsanitize=fuzzer))

-include $(shell find $(OUT)/obj $(OUT)/pic -name '*.d' 2>/dev/null)
.SECONDARY:

.PHONY: shared unit integration fuzzers
shared: $(OUT)/$(NAV_SHARED)
unit: $(UNIT_TESTS:%=$(OUT)/unit/%)
integration: $(INTEGRATION_TESTS:%=$(OUT)/integration/%)
fuzzers: $(FUZZERS:%=$(OUT)/fuzz/%)

# ---- dependencies ----------------------------------------------------------------------------

DEPS_BUILD := gcc libc6-dev pkg-config libavcodec-dev libavutil-dev libwebsockets-dev libssl-dev \
              libsdl2-dev libsdl2-ttf-dev libyuv-dev libcglm-dev libcjson-dev libgeos-dev libgles-dev libegl-dev \
              libgl1-mesa-dri fonts-dejavu-core fonts-wqy-microhei
DEPS_TEST := $(DEPS_BUILD) clang clang-format clang-tidy libclang-rt-14-dev libcmocka-dev chromium \
             git ca-certificates nodejs npm

DEPS_BENCH := $(DEPS_BUILD) g++ librecast-dev uthash-dev libglib2.0-dev

.PHONY: deps deps-build deps-bench
## deps: install what building and testing need (Debian packages, through sudo when not root; npm)
deps:
	@tests/deps $(DEPS_TEST)
	@tests/deps --npm
deps-build:
	@tests/deps $(DEPS_BUILD)
## deps-bench: install what other programs are compared with
deps-bench:
	@tests/deps $(DEPS_BENCH)

# ---- using -----------------------------------------------------------------------------------

.PHONY: run install test lint format latency bench-nav bench-game make-world determinism route-hashes fuzz clean help
## run: install what is missing, build, start the server and print its address
run: deps-build
	@$(MAKE) --no-print-directory all
	@exec build/waystream --listen 127.0.0.1:$(PORT)

PREFIX ?= /usr/local
DESTDIR ?=
INSTALL_TO := $(DESTDIR)$(PREFIX)

# What others need to link the static library: cJSON reads packs, GEOS cuts their ground. GEOS by its C
# library alone: its own pkg-config file names what Debian does not ship.
define waynav_pc
prefix=$(PREFIX)
includedir=$${prefix}/include/waystream
libdir=$${prefix}/lib

Name: waynav
Description: Ways to NPCs: meshes, roads, jumps and the trips over them
Version: $(VERSION)
Requires.private: libcjson
Libs: -L$${libdir} -lwaynav
Libs.private: -lgeos_c -lm
Cflags: -I$${includedir}
endef

## install: programs, library (static, shared, waynav.pc), headers, page and worlds under PREFIX (/usr/local)
##   within DESTDIR
install: all shared
	@install -d $(INSTALL_TO)/bin $(INSTALL_TO)/lib/pkgconfig $(INSTALL_TO)/include/waystream/nav \
	  $(INSTALL_TO)/share/waystream/cloudsvc
	@install $(PROGRAMS:%=$(OUT)/%) $(INSTALL_TO)/bin
	@install -m 644 nav/*.h $(INSTALL_TO)/include/waystream/nav
	@install -m 644 $(OUT)/libwaynav.a $(INSTALL_TO)/lib
	@install -m 755 $(OUT)/$(NAV_SHARED) $(INSTALL_TO)/lib
	@ln -sf $(NAV_SHARED) $(INSTALL_TO)/lib/$(NAV_SONAME)
	@ln -sf $(NAV_SONAME) $(INSTALL_TO)/lib/libwaynav.so
	@printf '%s\n' "$$WAYNAV_PC" >$(INSTALL_TO)/lib/pkgconfig/waynav.pc
	@cp -R web $(INSTALL_TO)/share/waystream
	@cp -R cloudsvc/worlds $(INSTALL_TO)/share/waystream/cloudsvc
	@echo "installed into $(INSTALL_TO)"
install: export WAYNAV_PC := $(waynav_pc)

## test: install what is missing, build and run every test suite
ifeq ($(SAN),)
test: deps
	+@tests/run
else
test: unit integration fuzzers
	+@tests/run --flavour $(OUT)
endif

## lint: arrows between folders, formatting, clang-tidy, JavaScript types, sizes, what programs need
lint:
	@tests/lint

## format: format the C sources in place
format:
	clang-format -i $$(git ls-files --cached --others --exclude-standard '*.c' '*.h' '*.cpp')

## latency: tap-to-pixel times, native and in Chromium; table and build/latency/report.json
latency: all
	@node tests/latency/latency.mjs $(LATENCY_ARGS)

## bench-nav: searches against Detour, the NPC index against uthash and GLib; table and build/bench/nav.json;
##   DATA=FOLDER with the meshes (or WAYSTREAM_NAV_DATA; ../shared/data), REPEAT=R runs a query (5),
##   README=1 puts the table into nav/README.md
bench-nav: deps-bench
	@$(MAKE) --no-print-directory $(OUT)/bench/nav_bench $(OUT)/bench/index_bench
	@DATA="$(DATA)" REPEAT="$(REPEAT)" README="$(README)" tests/bench/bench_nav $(OUT)/bench

## bench-game: what a tick of a full world and a picture of each scene cost; table and build/bench/game.json;
##   WORLD=DIR (harbor), README=1 puts the table into cloudsvc/game/README.md
bench-game: $(OUT)/bench/game_bench
	@WORLD="$(WORLD)" README="$(README)" tests/bench/bench_game $(OUT)/bench

## make-world: a big world pack in WORLD=DIR (build/worlds/big): SCENES (100) towns, NPCS (15000) people, SEED (1)
make-world: $(OUT)/bench/make_world $(OUT)/waynav
	@mkdir -p $(dir $(or $(WORLD),build/worlds/big))
	@$(OUT)/bench/make_world $(or $(WORLD),build/worlds/big) $(or $(SCENES),100) $(or $(NPCS),15000) $(or $(SEED),1)
	@$(OUT)/waynav check $(or $(WORLD),build/worlds/big)

## route-hashes: the golden trips, found by gcc's and clang's programs with and without optimisation
route-hashes:
	@for compiler in gcc clang; do for level in -O0 -O3; do \
	  out=build/route-hashes/$$compiler$$level; \
	  $(MAKE) --no-print-directory CC=$$compiler OPT=$$level OUT=$$out $$out/waynav >/dev/null && \
	  tests/golden/route_hashes $$out/waynav && echo "ok $$compiler $$level" || exit 1; done; done

## determinism: one hash of harbor after TICKS (1000000) ticks with 50 bots, from gcc and clang, -O0 and -O2, with 1
##   and 2 frame workers
determinism: $(OUT)/integration/determinism_test
	@tests/determinism/compare "$(TICKS)" $<

## fuzz: fuzz every parser for SECONDS (60) each with libFuzzer
SECONDS ?= 60
fuzz:
	@$(MAKE) --no-print-directory CC=clang SAN=address,undefined FUZZ=1 CFLAGS=-fsanitize=fuzzer-no-link \
	  OUT=build/clang-fuzz fuzzers
	@for name in $(FUZZERS); do \
	  mkdir -p build/fuzz/$$name; echo "fuzzing $$name for $(SECONDS) s"; \
	  build/clang-fuzz/fuzz/$$name -max_total_time=$(SECONDS) -print_final_stats=1 \
	    -artifact_prefix=build/fuzz/ build/fuzz/$$name tests/fuzz/corpus/$${name%_fuzz} || exit 1; done

## clean: remove everything that was built
clean:
	rm -rf build

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)
