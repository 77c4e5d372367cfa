" Machine IR as LLVM and regalloc print it: YAML documents, whose bodies are
" blocks of instructions.
if exists('b:current_syntax')
  finish
endif

syntax match mirDocument /^\(---\( |\)\?\|\.\.\.\)$/
syntax match mirKey /^\s*\(- \)\?[A-Za-z][A-Za-z-]*:/
syntax match mirComment /\(^\|\s\)[;#].*$/
syntax match mirLabel /^\s*bb\.\d\+\(\.[^ :(]\+\)\?\( ([^)]*)\)\?:/
syntax match mirList /^\s*\(liveins\|successors\):/
syntax match mirVirtual /%[A-Za-z0-9_]\+/
syntax match mirBlock /%bb\.\d\+\(\.[A-Za-z0-9_.-]*[A-Za-z0-9_]\)\?/
syntax match mirObject /%\(fixed-\)\?\(stack\|const\|jump-table\)\.\d\+\(\.[A-Za-z0-9_.-]*\w\)\?/
syntax match mirPhysical /\$[A-Za-z][A-Za-z0-9_]*/
syntax match mirGlobal /[@&][A-Za-z0-9_.$-]\+/
syntax match mirMetadata /![A-Za-z0-9_.-]\+/
syntax match mirNumber /\<\(0x\x\+\|\d\+\)\>/
syntax match mirOpcode /\<[A-Z][A-Za-z0-9_]\{2,}\>/
" A part of a virtual register, its class, and what is said of an operand.
syntax match mirPart /\(%[A-Za-z0-9_]\+\)\@<=\.[a-z][A-Za-z0-9_]*/
syntax match mirClass /\([%A-Za-z0-9_.]\)\@<=:[a-z][A-Za-z0-9_]*/
syntax keyword mirFlag implicit killed dead undef internal renamable
      \ nsw nuw exact nneg disjoint nnan ninf nsz arcp contract afn reassoc
      \ nofpexcept nomerge unpredictable noconvergent
syntax match mirFlag /\<\(implicit-def\|early-clobber\|debug-use\|tied-def\|frame-setup\|frame-destroy\)\>/
syntax match mirMask /\<csr_[A-Za-z0-9_]\+/
syntax keyword mirMask CustomRegMask
" What all targets have; regalloc makes COPY and IMPLICIT_DEF itself.
syntax keyword mirGeneric COPY PHI IMPLICIT_DEF KILL BUNDLE REG_SEQUENCE
      \ INSERT_SUBREG EXTRACT_SUBREG SUBREG_TO_REG INLINEASM INLINEASM_BR
      \ CFI_INSTRUCTION EH_LABEL DBG_VALUE LIFETIME_START LIFETIME_END
syntax region mirString start=/"/ skip=/\\"/ end=/"/ oneline

highlight default link mirDocument PreProc
highlight default link mirKey Keyword
highlight default link mirList Keyword
highlight default link mirComment Comment
highlight default link mirLabel Label
highlight default link mirBlock Label
highlight default link mirVirtual Identifier
highlight default link mirPart Identifier
highlight default link mirPhysical Constant
highlight default link mirMask Constant
highlight default link mirObject Special
highlight default link mirGlobal Function
highlight default link mirMetadata PreProc
highlight default link mirNumber Number
highlight default link mirOpcode Statement
highlight default link mirGeneric Operator
highlight default link mirClass Type
highlight default link mirFlag StorageClass
highlight default link mirString String

let b:current_syntax = 'mir'
