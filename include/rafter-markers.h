/*===- rafter-markers.h - What of a program is counted ------------*- C -*-===*\
|*                                                                            *|
|* Part of Rafter, under the Apache License v2.0 with LLVM Exceptions.        *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* For C and C++. Under `rafter-opt counters --markers -- PROGRAM` only what  *|
|* lies between rafter_begin() and rafter_end() is counted, in any number of  *|
|* pairs; otherwise both do nothing. They tell perf through the FIFO of       *|
|* `perf stat --control` and wait for its answer: some ten microseconds.      *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef RAFTER_MARKERS_H
#define RAFTER_MARKERS_H

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sends a command; waits until perf has done it. */
static inline void rafter_tell(const char *command) {
  const char *control = getenv("RAFTER_MARKERS_CONTROL");
  const char *answer = getenv("RAFTER_MARKERS_ANSWER");
  char text[8];
  int to, from;
  if (!control || !answer)
    return;
  to = open(control, O_WRONLY | O_CLOEXEC);
  if (to < 0)
    return;
  from = open(answer, O_RDWR | O_CLOEXEC);
  if (from >= 0) {
    size_t size = strlen(command);
    if (write(to, command, size) == (ssize_t)size)
      while (read(from, text, sizeof(text)) < 0)
        ;
    close(from);
  }
  close(to);
}

static inline void rafter_begin(void) { rafter_tell("enable\n"); }
static inline void rafter_end(void) { rafter_tell("disable\n"); }

#endif
