# The only build file. Everything it makes lies under $(B).
#   make            build/parlour, the command
#   make test       the C tests of this build
#   make wasm       build/wasm/parlour.wasm
# A second build beside the first: make B=build/clang CC=clang

B ?= build
CC = gcc
OPT ?= -O2
VERSION = 0.1.0
WARN = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wswitch-enum -Wvla \
	-Wundef -Werror
CFLAGS = -std=c17 -D_GNU_SOURCE -DPARLOUR_VERSION=\"$(VERSION)\" -g $(OPT) $(WARN) $(SAN) -Iinclude -Isrc
LDFLAGS = $(SAN)

LIB_SRC = $(wildcard src/*.c) $(filter-out games/pig.c,$(wildcard games/*.c)) \
	$(wildcard bots/*.c)
CLI_SRC = $(wildcard cli/*.c)
TESTS = $(patsubst tests/%.c,%,$(wildcard tests/test_*.c tests/rules_*.c))
PO = $(wildcard po/*.po)

obj = $(patsubst %.c,$(B)/obj/%.o,$(1))
LIB_OBJ = $(call obj,$(LIB_SRC)) $(B)/obj/catalogue.o

all: $(B)/parlour

$(B)/parlour: $(call obj,$(CLI_SRC)) $(B)/libparlour.a
	$(CC) $(LDFLAGS) -o $@ $^ $(LIBS)

$(B)/libparlour.a: $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $^

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -MMD -MP -c -o $@ $<

$(B)/catalogue: tools/catalogue.c
	@mkdir -p $(@D)
	$(CC) -std=c17 -O1 $(WARN) -o $@ $<

$(B)/catalogue.c: $(B)/catalogue $(PO)
	$(B)/catalogue $(PO) > $@.new
	mv $@.new $@

$(B)/obj/catalogue.o: $(B)/catalogue.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -c -o $@ $<

# --- Tests -------------------------------------------------------------------

TEST_HELP = $(call obj,tests/script.c games/pig.c)

$(B)/tests/%: $(B)/obj/tests/%.o $(TEST_HELP) $(B)/libparlour.a
	@mkdir -p $(@D)
	$(CC) $(LDFLAGS) -o $@ $^ -lcmocka -lm

tests: $(TESTS:%=$(B)/tests/%)

test: tests
	@for t in $(TESTS); do $(B)/tests/$$t || exit 1; done

clean:
	rm -rf $(B)

.PHONY: all tests test clean
.SECONDARY:
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
