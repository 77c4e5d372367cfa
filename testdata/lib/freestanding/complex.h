// What libc.c has of it.
#define complex _Complex
#define I	(__extension__ 1.0iF)

double creal(double complex z);
double cimag(double complex z);
float crealf(float complex z);
float cimagf(float complex z);
