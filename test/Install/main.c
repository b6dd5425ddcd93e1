double x[1000];

int main(void) {
  double s = 0;
  for (int i = 0; i < 1000; ++i)
    s += x[i];
  return s != 0;
}
