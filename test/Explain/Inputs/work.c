unsigned work(unsigned n) {
  unsigned s = n | 1;
  for (unsigned i = 0; i < n; ++i)
    s *= s + i;
  return s;
}
