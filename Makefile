# make                  build/regalloc
# make help             these lines
# make check            all tests; T=NAME only those with NAME in their name
# make quick            the tests that need no other program, two minutes
# make picture          man/report.png, which README names, anew (needs chromium)
# make golden           rewrite golden outputs (review the difference like code);
#                       T=NAME
# make fuzz             every fuzzer for TIME=60 seconds
# make bench            time and memory as ratios to llc-19
# make bench-quality    cost of the code as ratios to llc-19's allocators
# make asan             build/asan/regalloc, with address and undefined sanitizers
# make release          build/release/regalloc, without assertions
# make format           lay out the sources as .clang-format says
# make install          program, manual pages and examples, completions of shells
#                       and files for vim below PREFIX=/usr/local
# make uninstall        what install put there
# make deb              build/deb/regalloc_*.deb, a package for Debian
# make compile_commands.json  how each file is compiled, for editors
# make clean            what was built
#
# CC, CFLAGS, CPPFLAGS, LDFLAGS and LDLIBS may be given; the language, the
# warnings and what the sources need stay.  TARGETS="x86 arm" builds a program
# that has these targets only; without it all are built in.
CC = cc
CFLAGS = -O3 -g
B = build

# Nothing is thrown: without tables for that the program is smaller.
LANGUAGE = -std=c11 -D_POSIX_C_SOURCE=200809L -I. -I$B \
	-fno-asynchronous-unwind-tables
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes
COMPILE = $(CC) $(LANGUAGE) $(WARNINGS) $(CPPFLAGS) $(CFLAGS)
LINK = $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o %.a,$^) $(LDLIBS) -lyaml -lpthread -lm

CORE = $(wildcard core/*.c core/*/*.c core/*/*/*.c)
PARSER = $(wildcard parser/*.c)
LOADER = $(filter-out targets/hooks.c,$(wildcard targets/*.c))
CLI = $(wildcard cli/*.c)
EMBED = $(wildcard targets/embed/*.c)
NAMES = $(sort $(patsubst targets/%/registers.yaml,%,\
	$(wildcard targets/*/registers.yaml)))
TARGETS = $(NAMES)
MACHINES = $(sort $(wildcard $(TARGETS:%=targets/%/*.c))) targets/hooks.c
SOURCES = $(CORE) $(PARSER) $(LOADER) $(MACHINES) $(CLI) $(EMBED)

ifneq ($(filter-out $(NAMES),$(TARGETS)),)
$(error TARGETS: no target $(filter-out $(NAMES),$(TARGETS)); \
	there are $(NAMES))
endif
ifeq ($(strip $(TARGETS)),)
$(error TARGETS: none named; there are $(NAMES))
endif

GEN_OBJ = $(patsubst parser/%.y,$B/parser/%.tab.o,$(wildcard parser/*.y)) \
	$(patsubst parser/%.l,$B/parser/%.yy.o,$(wildcard parser/*.l))
PAGE_OBJ = $B/core/report/page.css.o $B/core/report/page.js.o
CORE_OBJ = $(CORE:%.c=$B/%.o) $(PAGE_OBJ)
SCRIPTS = $(filter-out %/start.js,$(sort $(wildcard core/report/*.js))) \
	core/report/start.js
MAIN_OBJ = $B/cli/main.o
LIB_OBJ = $(CORE_OBJ) $(PARSER:%.c=$B/%.o) $(LOADER:%.c=$B/%.o) \
	$(MACHINES:%.c=$B/%.o) $(GEN_OBJ) \
	$(filter-out $(MAIN_OBJ),$(CLI:%.c=$B/%.o))
BLOB_OBJ = $B/targets.blob.o

all: $B/regalloc $B/libregalloc.a

$B/regalloc: $(MAIN_OBJ) $(BLOB_OBJ) $B/libregalloc.a $B/targets/chosen
	$(LINK)

# All but main, for the tests that are programs of their own.
$B/libregalloc.a: $(LIB_OBJ) $B/targets/chosen
	rm -f $@
	$(AR) rcs $@ $(LIB_OBJ)

# The targets of this build: what depends on them is made anew when others are
# chosen.
$B/targets/chosen:
	@mkdir -p $(@D)
	echo $(sort $(TARGETS)) >$@

ifneq ($(shell cat $B/targets/chosen 2>/dev/null),$(sort $(TARGETS)))
$B/targets/chosen: FORCE
endif

# The embedder reads the targets' YAML files and writes their tables as one file
# of bytes, which the assembler includes as it is.
$B/embed: $(EMBED:%.c=$B/%.o) $(LOADER:%.c=$B/%.o) $(CORE_OBJ)
	$(LINK)

$B/targets.blob: $B/embed $(foreach t,$(TARGETS),$(wildcard targets/$t/*.yaml)) \
		$B/targets/chosen
	$B/embed $(patsubst %,targets/%,$(sort $(TARGETS))) $@

$(BLOB_OBJ): $B/targets.blob
	printf '.section target_blobs,"a"\n.balign 16\n.incbin "%s"\n.section .note.GNU-stack,"",@progbits\n' \
		$< | $(CC) -x assembler -c -o $@ -

# The scripts of -emit html in a row, and its style, as page_js to page_js_end.
$B/core/report/page.js: $(SCRIPTS)
	@mkdir -p $(@D)
	cat $(SCRIPTS) >$@

$B/core/report/page.css: core/report/page.css
	@mkdir -p $(@D)
	cat core/report/page.css >$@

$(PAGE_OBJ): $B/core/report/page.%.o: $B/core/report/page.%
	printf '.section .rodata\n.global page_$*, page_$*_end\npage_$*:\n.incbin "%s"\npage_$*_end:\n.section .note.GNU-stack,"",@progbits\n' \
		$< | $(CC) -x assembler -c -o $@ -

# The targets with hooks for assembly.
$B/targets/hooks.def: $(filter %/asm.c,$(MACHINES)) $B/targets/chosen
	echo '$(patsubst targets/%/asm.c,HOOKS(%),$(filter %/asm.c,$^))' >$@

$B/targets/hooks.o: $B/targets/hooks.def

$B/%.o: %.c
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

$B/parser/%.tab.c: parser/%.y
	@mkdir -p $(@D)
	bison -Werror -d -o $@ $<

$B/parser/%.yy.c: parser/%.l $B/parser/mir.tab.c
	@mkdir -p $(@D)
	flex -o $@ $<

# The grammar says what kinds of tokens there are.
$(PARSER:%.c=$B/%.o): | $B/parser/mir.tab.c

# Generated scanners and parsers do not meet -Wextra.
$B/parser/%.o: $B/parser/%.c
	$(COMPILE) -Wno-unused-function -Wno-sign-compare -Wno-missing-prototypes \
		-MMD -MP -c -o $@ $<

asan:
	$(MAKE) B=build/asan CFLAGS='-O1 -g -fsanitize=address,undefined \
		-fno-sanitize-recover=undefined -fno-omit-frame-pointer'

release:
	$(MAKE) B=build/release CPPFLAGS='-DNDEBUG $(CPPFLAGS)'

help:
	@sed '/^$$/,$$d; /^CC/,$$d; s/^# \{0,1\}//' Makefile

check: all
	testdata/run $(T)

quick: all
	testdata/run -q $(T)

picture: all
	testdata/html/picture man/report.png

golden: all
	testdata/run -u $(T)

TIME = 60
fuzz: all
	testdata/fuzz/run -t $(TIME)

bench: all
	testdata/bench/run

bench-quality: all
	testdata/bench/quality

format:
	clang-format -i $(SOURCES) \
		$(wildcard core/*.h core/*/*.h core/*/*/*.h parser/*.h targets/*.h targets/*/*.h cli/*.h)

clean:
	rm -rf $B

PREFIX = /usr/local
# Where zsh looks below PREFIX/share; Debian's own packages are looked for in
# zsh/vendor-completions.
ZSH = zsh/site-functions

# What goes to PREFIX/share: FILE:PLACE.
SHARED = $(foreach m,$(wildcard man/*.[1-8]),$m:man/man$(subst .,,$(suffix $m))/$(notdir $m)) \
	$(foreach s,$(wildcard man/*.schema.json),$s:regalloc/$(notdir $s)) \
	cli/completion/regalloc.bash:bash-completion/completions/regalloc \
	cli/completion/_regalloc:$(ZSH)/_regalloc \
	cli/completion/regalloc.fish:fish/vendor_completions.d/regalloc.fish \
	$(foreach f,$(wildcard man/examples/*),$f:doc/regalloc/examples/$(notdir $f)) \
	$(foreach f,$(wildcard cli/vim/*/*.vim),$f:vim/vimfiles/$(f:cli/vim/%=%))

install: all
	install -D -m 755 $B/regalloc $(DESTDIR)$(PREFIX)/bin/regalloc
	install -m 755 cli/regalloc-cc cli/regalloc-reduce cli/regalloc-update \
		$(DESTDIR)$(PREFIX)/bin
	ln -sf regalloc-cc $(DESTDIR)$(PREFIX)/bin/regalloc-cc++
	for f in $(SHARED); do \
		install -D -m 644 $${f%%:*} $(DESTDIR)$(PREFIX)/share/$${f#*:}; done
	ln -sf regalloc-cc.1 $(DESTDIR)$(PREFIX)/share/man/man1/regalloc-cc++.1

uninstall:
	for f in bin/regalloc bin/regalloc-cc bin/regalloc-cc++ \
		bin/regalloc-reduce bin/regalloc-update \
		share/man/man1/regalloc-cc++.1 \
		$(foreach f,$(SHARED),share/$(lastword $(subst :, ,$f))); do \
		rm -f $(DESTDIR)$(PREFIX)/$$f; done

DEB = $B/deb
deb: all
	rm -rf $(DEB)
	$(MAKE) install DESTDIR=$(DEB)/root PREFIX=/usr ZSH=zsh/vendor-completions
	cli/deb/make $(DEB)

COMMANDS = compile_commands.json
$(COMMANDS): FORCE
	@{ echo [; for f in $(SOURCES); do \
		printf '%s{"directory":"%s","file":"%s","command":"%s -c %s"}\n' \
			"$$comma" '$(CURDIR)' $$f \
			'$(COMPILE)' $$f; \
		comma=,; done; echo ]; } >$@

-include $(shell find $B -name '*.d' -type f 2>/dev/null)

.PHONY: all asan bench bench-quality check clean deb format fuzz golden help \
	install picture quick release uninstall FORCE
.SECONDARY:
