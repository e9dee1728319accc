/* Numbers as text: as few digits as give the same number when read again, in the form of %g and four times quicker. From
 * 1e-37 to 1e-11 there may be one digit more than needed, beyond 1e-37 and 1e15 all 17. */
#ifndef ABUT_BASE_DIGITS_H
#define ABUT_BASE_DIGITS_H

enum { DIGITS_ROOM = 32 };

/* Writes x with a 0 behind it; returns its length. */
int digits_write(char to[DIGITS_ROOM], double x);

#endif
