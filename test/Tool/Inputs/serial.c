/* A hash: each step needs the one before it, and no flag changes that. */
unsigned hash(const unsigned char *text, unsigned n) {
  unsigned h = 5381;
  for (unsigned i = 0; i < n; ++i)
    h = (h ^ text[i]) * 16777619u;
  return h;
}
