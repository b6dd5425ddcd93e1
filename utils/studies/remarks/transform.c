/* Fourier transforms of a few lengths, complex and real: for kissfft. */
#include <kiss_fft.h>
#include <kiss_fftr.h>
#include <stdio.h>
#include <stdlib.h>

static kiss_fft_cpx in[4096], out[4096];

int main(void) {
  static const int lengths[] = {1024, 4096, 2187, 3125, 1001};
  double sum = 0;
  for (int i = 0; i < 4096; ++i)
    in[i].r = (float)(i % 31), in[i].i = (float)(i % 17);
  for (int k = 0; k < 5; ++k) {
    kiss_fft_cfg plan = kiss_fft_alloc(lengths[k], 0, NULL, NULL);
    for (int i = 0; i < 8; ++i)
      kiss_fft(plan, in, out);
    free(plan);
    sum += out[1].r;
  }
  kiss_fftr_cfg plan = kiss_fftr_alloc(4096, 0, NULL, NULL);
  for (int i = 0; i < 8; ++i)
    kiss_fftr(plan, &in[0].r, out);
  free(plan);
  return printf("%g\n", sum + out[1].i) < 0;
}
