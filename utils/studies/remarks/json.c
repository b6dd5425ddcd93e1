/* Reads a file of JSON and prints it again, several times: for jansson. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  size_t length = 0;
  for (int i = 0; argc == 2 && i < 4; ++i) {
    json_error_t error;
    json_t *root = json_load_file(argv[1], 0, &error);
    if (!root)
      return 1;
    char *text = json_dumps(root, JSON_SORT_KEYS);
    for (const char *c = text; *c; ++c)
      ++length;
    free(text);
    json_decref(root);
  }
  return printf("%zu\n", length) < 0;
}
