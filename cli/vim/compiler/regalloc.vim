" regalloc: what it says of a file of machine IR, for :make.
if exists('current_compiler')
  finish
endif
let current_compiler = 'regalloc'

execute 'CompilerSet makeprg=' . escape('regalloc -emit none '
      \ . get(g:, 'regalloc_options', '') . ' $* %:S', ' \|"')
" A note belongs to the message before it; the source line and its caret are
" left out.
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,
      \%f:%l:%c:\ %tote:\ %m,%Eregalloc:\ %m,%-G%.%#
