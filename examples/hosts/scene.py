"""The scenes of scene.c for hosts that are driven from Python, by ctypes."""
import ctypes
import os


class Scene(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("mass", ctypes.c_double), ("inertia", ctypes.c_double), ("gravity", ctypes.c_double * 3),
                ("position", ctypes.c_double * 3), ("velocity", ctypes.c_double * 3), ("t_end", ctypes.c_double), ("step", ctypes.c_double),
                ("radius", ctypes.c_double), ("ring_radius", ctypes.c_double), ("tube_radius", ctypes.c_double)]


Three, Four = ctypes.c_double * 3, ctypes.c_double * 4


class Contact:
    """wrench(r, q, v, w) -> force, torque on the ball, in the world."""

    def __init__(self, name, library=os.environ.get("ABUT_HOSTS", "libhosts_scene.so")):
        self.lib = ctypes.CDLL(library)
        self.lib.host_find.restype = ctypes.POINTER(Scene)
        self.lib.host_contact_create.restype = ctypes.c_void_p
        self.lib.host_contact_wrench.argtypes = [ctypes.c_void_p, Three, Four, Three, Three, Three, Three]
        found = self.lib.host_find(name.encode())
        if not found:
            raise ValueError(f"there is no scene '{name}'")
        self.scene = found.contents
        self.contact = self.lib.host_contact_create(found)
        self.force, self.torque = Three(), Three()

    def wrench(self, r, q, v, w):
        status = self.lib.host_contact_wrench(self.contact, Three(*r), Four(*q), Three(*v), Three(*w), self.force, self.torque)
        if status:
            raise ArithmeticError(f"the contact cannot be evaluated: status {status}")
        return tuple(self.force), tuple(self.torque)


def tell(r, w):
    """What tests read: place and angular velocity (world) of the ball at the end."""
    print("end", *(f"{x:.15g}" for x in (*r, *w)))
