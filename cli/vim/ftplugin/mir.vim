" Machine IR: :make runs regalloc on the file, :RegallocLint on the text as it
" stands, into the location list.  g:regalloc_options are options for both, such
" as '-target x86'.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

compiler regalloc
setlocal commentstring=;\ %s
command! -buffer RegallocLint call regalloc#lint()
let b:undo_ftplugin = 'setlocal commentstring< makeprg< errorformat< | delcommand RegallocLint'
