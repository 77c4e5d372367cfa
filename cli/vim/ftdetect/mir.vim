autocmd BufNewFile,BufRead *.mir setfiletype mir
