" Messages on a buffer as it stands, saved or not: what -diagnostics json prints
" is an object for each.

" Put them into the location list of the window; returns them.
function! regalloc#lint() abort
  let items = []
  let command = 'regalloc -emit none -diagnostics json '
        \ . get(g:, 'regalloc_options', '') . ' -'
  for line in systemlist(command, bufnr('%'))
    if line[0] ==# '{'
      let message = json_decode(line)
      call add(items, {'bufnr': bufnr('%'), 'lnum': get(message, 'line'),
            \ 'col': get(message, 'column'), 'text': message.message,
            \ 'type': toupper(message.level[0])})
    else
      call add(items, {'text': line})
    endif
  endfor
  call setloclist(0, items)
  return items
endfunction
