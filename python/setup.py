"""pip install --no-build-isolation ./python: builds with CMake and takes along the checker and the data files.

Compiles for any x86-64; INAROW_NATIVE=ON in the environment compiles for this machine's own instruction set.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = pathlib.Path(__file__).resolve().parent
root = here.parent
version = re.search(r"project\(inarow VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)


class BuildByCMake(build_ext):
    def build_extension(self, ext):
        build = root / "build" / "pip"
        native = os.environ.get("INAROW_NATIVE", "OFF")
        subprocess.check_call(
            ["cmake", "-S", str(root), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"]
            + ["-DINAROW_TESTS=OFF", "-DINAROW_PYTHON=ON", f"-DINAROW_NATIVE={native}"]
            + [f"-DPython_EXECUTABLE={sys.executable}"]
            + os.environ.get("CMAKE_ARGS", "").split()
        )
        subprocess.check_call(["cmake", "--build", str(build), "--target", "inarow_python"])
        package = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve().parent
        package.mkdir(parents=True, exist_ok=True)
        for library in (build / "python" / "inarow").glob("_inarow*.so"):
            shutil.copy2(library, package)
        shutil.copy2(build / "bin" / "inarow-check", package)
        shutil.copytree(root / "data", package / "data", dirs_exist_ok=True)


setup(
    name="inarow",
    version=version,
    description="Solves, proves, explains and plays every k-in-a-row game",
    license="MIT",
    python_requires=">=3.9",
    packages=["inarow"],
    package_data={"inarow": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("inarow._inarow", sources=[])],
    cmdclass={"build_ext": BuildByCMake},
    zip_safe=False,
)
