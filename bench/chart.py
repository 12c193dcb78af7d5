"""A growth curve as SVG: time per decision against the number of pieces, beside straight proportion."""

from __future__ import annotations

WIDTH, HEIGHT, LEFT, BOTTOM = 640, 400, 70, 50


def growth_chart(curve: dict[int, float]) -> str:
    most_x, most_y = max(curve), max(*curve.values(), _proportion(curve)[max(curve)])

    def place(x: float, y: float) -> tuple[float, float]:
        across = LEFT + x / most_x * (WIDTH - LEFT - 20)
        return round(across, 1), round(HEIGHT - BOTTOM - y / most_y * (HEIGHT - BOTTOM - 30), 1)

    measured = [place(x, y) for x, y in curve.items()]
    straight = [place(x, y) for x, y in _proportion(curve).items()]
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="4" fill="#0072b2"/>' for x, y in measured)
    ticks = "".join(
        f'<text x="{place(x, 0)[0]}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x}</text>' for x in curve
    )
    marks = "".join(
        f'<text x="{LEFT - 8}" y="{place(0, y)[1] + 4}" text-anchor="end">{y:,.0f}</text>'
        for y in (0, most_y / 2, most_y)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="Time per decision against pieces">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
        f'<polyline points="{_points(straight)}" fill="none" stroke="#999" stroke-dasharray="6 4"/>'
        f'<polyline points="{_points(measured)}" fill="none" stroke="#0072b2" stroke-width="2"/>'
        f'{dots}{ticks}{marks}<text x="{LEFT}" y="18">µs for each decision of random players</text>'
        f'<text x="{WIDTH - 20}" y="{HEIGHT - 10}" text-anchor="end">pieces on the board '
        f"(dashed: growing as fast as the pieces)</text></svg>\n"
    )


def _proportion(curve: dict[int, float]) -> dict[int, float]:
    first = min(curve)
    return {x: curve[first] * x / first for x in curve}


def _points(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)
