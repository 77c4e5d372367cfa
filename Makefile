# make            build/regalloc
# make check      all tests
# make golden     rewrite golden outputs (review the diff like code)
# make fuzz       every fuzzer for TIME=60 seconds
# make bench      time and memory as ratios to llc-19
# make bench-quality  cost of the code as ratios to llc-19's allocators
# make asan       the same binary with address and undefined sanitizers
CC = cc
OPT = -O3 -g
CFLAGS = -std=c11 $(OPT) -Wall -Wextra -Wpedantic -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes
CPPFLAGS = -I. -I$B -D_POSIX_C_SOURCE=200809L
LDLIBS = -lyaml -lpthread
B = build

CORE = $(wildcard core/*/*.c core/*.c)
PARSER = $(wildcard parser/*.c)
TARGETS = $(wildcard targets/*.c)
CLI = $(wildcard cli/*.c)
EMBED = $(wildcard targets/embed/*.c)
NAMES = $(notdir $(patsubst %/registers.yaml,%,$(wildcard targets/*/registers.yaml)))

GEN_OBJ = $(patsubst parser/%.y,$B/parser/%.tab.o,$(wildcard parser/*.y)) \
	$(patsubst parser/%.l,$B/parser/%.yy.o,$(wildcard parser/*.l))
CORE_OBJ = $(CORE:%.c=$B/%.o)
LIB_OBJ = $(CORE_OBJ) $(PARSER:%.c=$B/%.o) $(TARGETS:%.c=$B/%.o) $(GEN_OBJ)
BLOB_OBJ = $(patsubst %,$B/targets/%.blob.o,$(sort $(NAMES)))

all: $B/regalloc

$B/regalloc: $(LIB_OBJ) $(CLI:%.c=$B/%.o) $(BLOB_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

# The embedder reads a target's YAML files and writes its tables as one file
# of bytes, which the assembler includes as it is.
$B/embed: $(EMBED:%.c=$B/%.o) $(TARGETS:%.c=$B/%.o) $(CORE_OBJ)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$B/targets/%.blob: $B/embed targets/%/registers.yaml targets/%/abi.yaml \
		targets/%/opcodes.yaml targets/%/latency.yaml
	@mkdir -p $(@D)
	$B/embed targets/$* $@

$B/targets/%.blob.o: $B/targets/%.blob
	printf '.section target_blobs,"a"\n.balign 16\n.incbin "%s"\n.section .note.GNU-stack,"",@progbits\n' \
		$< | $(CC) -x assembler -c -o $@ -

$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$B/parser/%.tab.c: parser/%.y
	@mkdir -p $(@D)
	bison -Werror -d -o $@ $<

$B/parser/%.yy.c: parser/%.l $B/parser/mir.tab.c
	@mkdir -p $(@D)
	flex -o $@ $<

# Generated scanners and parsers do not meet -Wextra.
$B/parser/%.o: $B/parser/%.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -Wno-unused-function -Wno-sign-compare \
		-Wno-missing-prototypes -MMD -MP -c -o $@ $<

asan:
	$(MAKE) B=build/asan OPT='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer'

check: all
	testdata/run

golden: all
	testdata/run -u

TIME = 60
fuzz: all
	testdata/fuzz/run -t $(TIME)

bench: all
	testdata/bench/run

bench-quality: all
	testdata/bench/quality

format:
	clang-format -i $(CORE) $(PARSER) $(TARGETS) $(CLI) $(EMBED) \
		$(wildcard core/*/*.h core/*.h parser/*.h targets/*.h cli/*.h)

clean:
	rm -rf $B

PREFIX = /usr/local
install: all
	install -D -m 755 $B/regalloc $(DESTDIR)$(PREFIX)/bin/regalloc
	for m in man/*.[15]; do install -D -m 644 $$m \
		$(DESTDIR)$(PREFIX)/share/man/man$${m##*.}/$${m##*/}; done

-include $(shell find $B -name '*.d' 2>/dev/null)

.PHONY: all asan check golden fuzz bench bench-quality format clean install
.SECONDARY:
