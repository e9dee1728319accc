/* Numbers as text: as few digits as give the same number when read again (17 beyond 1e-11 to 1e15), in the form of %g,
 * and four times quicker. */
#ifndef ABUT_BASE_DIGITS_H
#define ABUT_BASE_DIGITS_H

enum { DIGITS_ROOM = 32 };

/* Writes x with a 0 behind it; returns its length. */
int digits_write(char to[DIGITS_ROOM], double x);

#endif
