#!/usr/bin/env python3
"""A periodic self-affine surface for bench_field: rough_surface.py FILE N. Needs numpy.

Unit square; normal random field of default_rng(1), filtered in Fourier space by max(q, 4)^-1.8 for 1 <= q <= N/4 (q in waves per side),
divided by its rms slope."""
import sys

import numpy as np

path, n = sys.argv[1], int(sys.argv[2])
field = np.random.default_rng(1).standard_normal((n, n))
waves = np.fft.fftfreq(n, 1 / n)
q = np.hypot(waves[:, None], waves[None, :])
spectrum = np.fft.fft2(field) * np.where((q >= 1) & (q <= n / 4), np.maximum(q, 4) ** -1.8, 0)
slope = np.sqrt(np.sum((2 * np.pi * q * np.abs(spectrum)) ** 2)) / n**2
(np.real(np.fft.ifft2(spectrum)) / slope).astype("<f8").tofile(path)
