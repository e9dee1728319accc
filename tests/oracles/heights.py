"""Writes the same small map, 5 columns and 3 rows of z = (i i - 3 j + i j)/8 um over 10 x 6 um, in every format that is read, by
Python's struct alone: python3 tests/oracles/heights.py tests/oracles/heights
Formats as their makers describe them: gwyddion.net/documentation/user-guide-en/gsf.html; numpy.org, numpy.lib.format;
surferhelp.goldensoftware.com, Surfer 6 and 7 grid file formats."""
import struct
import sys

NX, NY, LX, LY = 5, 3, 10.0, 6.0  # um
Z = [[(i * i - 3 * j + i * j) / 8 for i in range(NX)] for j in range(NY)]
ROWS = [z for row in Z for z in row]
COLUMNS = [Z[j][i] for i in range(NX) for j in range(NY)]
to = sys.argv[1] + "/"


def write(name, data):
    with open(to + name, "wb") as f:
        f.write(data if isinstance(data, bytes) else data.encode())


def npy(descr, fortran, values, version=1):
    code = {"f4": "f", "f8": "d", "i2": "h", "i4": "i"}[descr[1:]]
    head = "{'descr': '%s', 'fortran_order': %s, 'shape': (%d, %d), }" % (descr, fortran, NY, NX)
    size = 10 if version == 1 else 12
    head += " " * (-(size + len(head) + 1) % 64) + "\n"
    length = struct.pack("<H" if version == 1 else "<I", len(head))
    order = ">" if descr[0] == ">" else "<"
    return b"\x93NUMPY" + bytes([version, 0]) + length + head.encode() + struct.pack(order + "%d%s" % (NX * NY, code), *values)


def gsf():
    head = ("Gwyddion Simple Field 1.0\nXRes = %d\nYRes = %d\nXReal = %g\nYReal = %g\nXYUnits = m\nZUnits = m\nTitle = steps\n"
            % (NX, NY, LX * 1e-6, LY * 1e-6)).encode()
    return head + b"\0" * (4 - len(head) % 4) + struct.pack("<%df" % (NX * NY), *[z * 1e-6 for z in ROWS])


def surfer7():
    dx, dy = LX / NX, LY / NY
    grid = struct.pack("<ii8d", NY, NX, 0, 0, dx, dy, min(ROWS), max(ROWS), 0, 1.70141e38)
    data = struct.pack("<%dd" % (NX * NY), *ROWS)
    return (b"DSRB" + struct.pack("<ii", 4, 1) + b"GRID" + struct.pack("<i", len(grid)) + grid +
            b"DATA" + struct.pack("<i", len(data)) + data)


dx, dy = LX / NX, LY / NY
limits = (0, dx * (NX - 1), 0, dy * (NY - 1), min(ROWS), max(ROWS))
lines = "\n".join("\t".join("%.6e" % (z * 1e-6) for z in row) for row in Z) + "\n"
write("gwyddion.txt", "# Channel: steps\n# Width: %.3f \u00b5m\n# Height: %.3f \u00b5m\n# Value units: m\n" % (LX, LY) + lines)
write("plain.txt", "\n".join(" ".join("%g" % z for z in row) for row in Z) + "\n")
write("comma.csv", "# width: 0.01 mm\r\n# height: 6000 nm\r\n# value units: um\r\n# origin: generated\r\n" +
      "\r\n".join(", ".join("%g" % z for z in row) for row in Z) + "\r\n")
write("steps.gsf", gsf())
write("le_f8_c.npy", npy("<f8", False, ROWS))
write("be_f8_f.npy", npy(">f8", True, COLUMNS, 2))
write("le_f4_f.npy", npy("<f4", True, COLUMNS))
write("be_f4_c.npy", npy(">f4", False, ROWS))
write("le_i2_c.npy", npy("<i2", False, [int(8 * z) for z in ROWS]))
write("be_i4_c.npy", npy(">i4", False, [int(8 * z) for z in ROWS], 2))
write("text.grd", "DSAA\n%d %d\n%g %g\n%g %g\n%g %g\n" % ((NX, NY) + limits) +
      "\n".join(" ".join("%g" % z for z in row) for row in Z) + "\n")
write("binary6.grd", b"DSBB" + struct.pack("<hh6d", NX, NY, *limits) + struct.pack("<%df" % (NX * NY), *ROWS))
write("binary7.grd", surfer7())
