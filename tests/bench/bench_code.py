"""Measure how the code is cut: files, lines, imports, comments, functions.

python tests/bench/bench_code.py [FOLDER]     FOLDER: another package to compare with
"""

import ast
import io
import statistics
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]


def measure(folder: Path) -> dict[str, str]:
    lines, imports, comments, bodies, classes = [], 0, 0, [], Counter[str]()
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        lines.append(len(text.splitlines()))
        comments += sum(
            token.type == tokenize.COMMENT for token in tokenize.generate_tokens(io.StringIO(text).readline)
        )
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += node.end_lineno - node.lineno + 1
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                bodies.append(node.end_lineno - node.body[0].lineno + 1)
            elif isinstance(node, ast.ClassDef):
                classes[node.name] += 1
    total = sum(lines)
    return {
        "files": f"{len(lines)}",
        "lines": f"{total:,}",
        "median file": f"{statistics.median(lines):.0f}",
        "import lines": f"{imports / total:.1%}",
        "comments": f"{comments / total:.1%}",
        "mean function body": f"{statistics.mean(bodies):.1f}",
        "class names used twice": ", ".join(f"{name} {n}" for name, n in classes.most_common() if n > 1) or "none",
    }


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:]] or [ROOT / "companion", ROOT / "tests"]
    for folder in folders:
        print(folder.name)
        for figure, value in measure(folder).items():
            print(f"  {figure:24}{value}")
