# The only build file. Everything it makes lies under $(B).
#   make            build/parlour, the command
#   make test       the C tests of this build
#   make wasm       build/wasm/parlour.wasm, the engine for browsers
#   make web        build/web, what 'parlour serve' serves
#   make test-wasm  that it behaves like this build
#   make po         brings the catalogues up to po/en.po and the code
#   make MPI=1      also build/parlour-mpi, for mpirun
# A second build beside the first: make B=build/clang CC=clang

B ?= build
CC = gcc
OPT ?= -O2
VERSION = 0.1.0
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wswitch-enum -Wvla \
	-Wundef -Werror
CFLAGS = -std=c17 -D_GNU_SOURCE -DPARLOUR_VERSION=\"$(VERSION)\" -g $(OPT) $(WARN) $(SAN) -Iinclude -Isrc
# A game reads union pl_state as a struct of its own: where a compiler sees
# both, it must not take them for strangers and drop the copy of a state.
CFLAGS += -fno-strict-aliasing
# Bots count in fractions: every machine rounds them alike.
CFLAGS += -ffp-contract=off
LDFLAGS = $(SAN)

LIB_SRC = $(wildcard src/*.c) $(filter-out games/pig.c,$(wildcard games/*.c)) \
	$(wildcard bots/*.c)
LAB_SRC = $(filter-out lab/team_mpi.c,$(wildcard lab/*.c))
CLI_SRC = $(wildcard cli/*.c server/*.c)
LAB_LIBS = -lm -lpthread
LIBS = -lmicrohttpd -luv -lqrencode -lz -lwslay -ljansson -lsqlite3 -lsodium \
	$(LAB_LIBS)
TESTS = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c tests/rules_*.c))
PO = $(wildcard po/*.po)

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_OBJ = $(call obj,$(LIB_SRC)) $(B)/obj/catalogue.o $(B)/obj/sheets.o

all: $(B)/parlour $(if $(MPI),$(B)/parlour-mpi)

# cli/bench.c counts allocations.
WRAP = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc

$(B)/parlour: $(call obj,$(CLI_SRC)) $(B)/libparlour.a
	$(CC) $(LDFLAGS) $(WRAP) -o $@ $^ $(LIBS)

# The same command with lab/team_mpi.c in the place of lab/team.c.
$(B)/parlour-mpi: $(call obj,$(CLI_SRC)) $(B)/team_mpi.o $(B)/libparlour.a
	mpicc $(LDFLAGS) $(WRAP) -o $@ $^ $(LIBS)

$(B)/team_mpi.o: lab/team_mpi.c lab/lab.h
	mpicc $(CFLAGS) -c -o $@ $<

$(B)/libparlour.a: $(LIB_OBJ) $(call obj,$(LAB_SRC))
	rm -f $@
	$(AR) rcs $@ $^

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(B)/catalogue: tools/catalogue.c
	@mkdir -p $(@D)
	$(CC) -std=c17 -D_GNU_SOURCE -O1 $(WARN) -o $@ $<

$(B)/catalogue.c: $(B)/catalogue $(PO)
	$(B)/catalogue $(PO) > $@.new
	mv $@.new $@

$(B)/sheets: tools/sheets.c tools/sheet.h $(wildcard games/play_and_repeat*.h)
	@mkdir -p $(@D)
	$(CC) -std=c17 -O1 $(WARN) -o $@ $<

$(B)/sheets.c: $(B)/sheets
	$(B)/sheets > $@.new
	mv $@.new $@

$(B)/obj/catalogue.o $(B)/obj/sheets.o: $(B)/obj/%.o: $(B)/%.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -Igames -c -o $@ $<

$(B)/strength $(B)/solo: $(B)/%: $(B)/obj/bench/%.o $(B)/libparlour.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LAB_LIBS)

# --- WebAssembly -------------------------------------------------------------

# Linked without -O: clang would call wasm-opt, which strips too much.
# For its size: a page waits for it.
WASM_OPT = -Os
WASM_CC = clang --target=wasm32-wasi
# The page brings brains when bots play: web/brains.c in the place of bots/.
WASM_OBJ = $(filter-out %/bots/brains.o,$(LIB_OBJ:$(B)/%=$(B)/wasm/%)) \
	$(B)/wasm/obj/web/wasm.o $(B)/wasm/obj/web/brains.o

wasm: $(B)/wasm/parlour.wasm $(B)/wasm/brains/made

$(B)/brains: tools/brains.c $(B)/obj/bots/brains.o bots/think.h
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter-out %.h,$^)

$(B)/wasm/brains/made: $(B)/brains
	rm -rf $(@D)
	mkdir -p $(@D)
	$(B)/brains $(@D)
	touch $@

$(B)/wasm/parlour.wasm: $(WASM_OBJ)
	$(WASM_CC) -mexec-model=reactor -Wl,--strip-all \
		-Wl,--stack-first,-z,stack-size=1048576 -o $@ $^

compile_wasm = $(WASM_CC) -std=c17 $(WASM_OPT) -fno-strict-aliasing -ffp-contract=off $(WARN) -Iinclude -Isrc -Igames \
	-MMD -MP -c -o $@ $<

$(B)/wasm/obj/%.o: %.c
	@mkdir -p $(@D)
	$(compile_wasm)

$(B)/wasm/obj/%.o: $(B)/%.c
	@mkdir -p $(@D)
	$(compile_wasm)

# --- The page ----------------------------------------------------------------
# What the browser gets: the modules as they are, the engine, words, and a
# service worker that knows a version and all files of it.

PAGE_SRC = $(shell find web -type f ! -name '*.c')

web: $(B)/web/worker.js

$(B)/web/worker.js: $(PAGE_SRC) $(B)/wasm/parlour.wasm $(B)/wasm/brains/made \
		$(B)/catalogue $(PO) tools/lay_page
	B=$(B) tools/lay_page $(PO)

# --- Tests -------------------------------------------------------------------

TEST_HELP = $(call obj,tests/script.c tests/house.c games/pig.c cli/protocol.c)
# What a test needs of the server is linked in, the rest is left out.
$(B)/libserver.a: $(call obj,$(wildcard server/*.c))
	rm -f $@
	$(AR) rcs $@ $^

$(B)/tests/%: $(B)/obj/tests/%.o $(TEST_HELP) $(B)/libserver.a $(B)/libparlour.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

# People at the tables of a server, for tests/tables.mjs and bench/load.
$(B)/crowd: $(call obj,bench/crowd.c) $(B)/libparlour.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

tests: $(TESTS:%=$(B)/tests/%) $(B)/crowd

test: $(TESTS:%=run-%)

run-%: $(B)/tests/%
	$<

test-wasm: wasm
	B=$(B) node --test tests/wasm.mjs

# --- Fuzzing -----------------------------------------------------------------
# make fuzz builds the libFuzzer targets, to be run on fuzz/corpus/NAME; every
# build can replay the corpus.

FUZZ = record protocol wire frames http

fuzz:
	$(MAKE) B=build/fuzz CC=clang OPT=-O1 \
		SAN="-fsanitize=fuzzer-no-link,address,undefined" \
		$(FUZZ:%=build/fuzz/fuzz-%)

$(B)/fuzz-%: $(B)/obj/fuzz/%.o $(B)/obj/cli/protocol.o $(B)/libserver.a \
		$(B)/libparlour.a
	$(CC) -fsanitize=fuzzer,address,undefined -o $@ $^ $(LIBS)

$(B)/replay-%: $(call obj,fuzz/replay.c) $(B)/obj/fuzz/%.o \
		$(B)/obj/cli/protocol.o $(B)/libserver.a $(B)/libparlour.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

corpus: $(FUZZ:%=$(B)/replay-%)
	@for t in $(FUZZ); do $(B)/replay-$$t fuzz/corpus/$$t/* || exit 1; done

# --- Languages ---------------------------------------------------------------

po:
	node tools/po/update.mjs
	for f in $(PO); do msgfmt -c -o /dev/null $$f || exit 1; done

clean:
	rm -rf $(B)

.PHONY: po all wasm web tests test test-wasm fuzz corpus clean
.SECONDARY:
-include $(shell find $(B)/obj $(B)/wasm/obj -name '*.d' 2>/dev/null)
