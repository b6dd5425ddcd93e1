" :Rafter [BUILD] fills the quickfix list with the hot loops of a CMake build,
" the one with most to save first.

function! s:Show(build) abort
  let l:lines = systemlist('rafter-opt report -p ' . shellescape(a:build)
        \ . ' --format=lines 2>/dev/null')
  call setqflist([], ' ', {'title': 'Rafter', 'lines': l:lines,
        \ 'efm': '%f:%l:%c: remark: %m'})
  copen
endfunction

command! -nargs=? -complete=dir Rafter
      \ call s:Show(empty(<q-args>) ? 'build' : <q-args>)
