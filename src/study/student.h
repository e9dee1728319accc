/* Quantiles of Student's distribution. */
#ifndef ABUT_STUDY_STUDENT_H
#define ABUT_STUDY_STUDENT_H

/* t with P(|T| <= t) = confidence, 0 < confidence < 1, for dof > 0 degrees of freedom (infinite: normal). */
double student_two_sided(double confidence, double dof);

#endif
