/* Counts the matches of some expressions in a file: for pcre2. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long count(const char *pattern, const unsigned char *text,
                           size_t length) {
  int error;
  size_t offset, from = 0;
  unsigned long matches = 0;
  pcre2_code *code =
      pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_MULTILINE,
                    &error, &offset, NULL);
  pcre2_match_data *data = pcre2_match_data_create_from_pattern(code, NULL);
  while (from < length &&
         pcre2_match(code, text, length, from, 0, data, NULL) > 0) {
    size_t end = pcre2_get_ovector_pointer(data)[1];
    from = end > from ? end : from + 1;
    ++matches;
  }
  pcre2_match_data_free(data);
  pcre2_code_free(code);
  return matches;
}

int main(int argc, char **argv) {
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  static unsigned char text[1 << 18];
  if (!file)
    return 1;
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  return printf("%lu %lu %lu\n", count("[a-z]+ed\\b", text, length),
                count("^.*(for|while).*$", text, length),
                count("(\\w+)\\s+\\1", text, length)) < 0;
}
