/**
 * Draws the landing page's background film: wires in the dark, drops of light that run down them, and the rings that
 * they make where they land. Eight seconds that loop. Writes raw RGB frames to stdout:
 *
 *     node web/hero/draw.ts | ffmpeg -f rawvideo -pix_fmt rgb24 -s 1600x900 -r 24 -i - -an -c:v libx264 -preset slow \
 *       -crf 26 -pix_fmt yuv420p -movflags +faststart web/public/hero.mp4
 *     ffmpeg -ss 2.5 -i web/public/hero.mp4 -frames:v 1 -quality 60 web/public/hero.webp
 */
const [WIDTH, HEIGHT, FPS, SECONDS] = [1600, 900, 24, 8];
/** The lengths below are for a picture that is 960 pixels wide. */
const SCALE = WIDTH / 960;
const INK = [11, 13, 16] as const;
const WIRE = [34, 40, 49] as const;
const SIGNAL = [255, 176, 32] as const;
const GROUND = 440 * SCALE;
const WIRES = 26;
/** Points of a ring. */
const TURNS = 1440;

interface Wire {
	x: number;
	/** Nearness from 0 to 1, which sets thickness, brightness and speed. */
	near: number;
	/** When its drop starts and how long it falls, s. */
	start: number;
	falls: number;
}

/** A seeded generator, so that the film can be reproduced. */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
		return state / 4_294_967_296;
	};
}

const next = random(7);
const wires: Wire[] = Array.from({ length: WIRES }, (_, n) => {
	const near = 0.25 + 0.75 * next();
	return {
		x: ((n + 0.15 + 0.7 * next()) * WIDTH) / WIRES,
		near,
		start: next() * SECONDS,
		falls: 2.4 - 1.5 * near,
	};
});

const glow = new Float32Array(WIDTH * HEIGHT);
const wire = new Float32Array(WIDTH * HEIGHT);

/** Adds light at a point between pixels, so that no line has steps. */
function add(field: Float32Array, x: number, y: number, value: number): void {
	const [left, top] = [Math.floor(x), Math.floor(y)];
	const [right, below] = [x - left, y - top];
	addPixel(field, left, top, value * (1 - right) * (1 - below));
	addPixel(field, left + 1, top, value * right * (1 - below));
	addPixel(field, left, top + 1, value * (1 - right) * below);
	addPixel(field, left + 1, top + 1, value * right * below);
}

function addPixel(field: Float32Array, x: number, y: number, value: number): void {
	if (x < 0 || y < 0 || x >= WIDTH || y >= HEIGHT || value === 0) return;
	const at = y * WIDTH + x;
	field[at] = Math.min(1, (field[at] ?? 0) + value);
}

/** Where a wire ends and its drop lands. */
const endOf = (near: number) => GROUND + SCALE * (80 * near - 40);

function drawWire({ x, near }: Wire): void {
	const end = endOf(near);
	for (let y = 0; y < end; y++) {
		for (let dx = -1; dx <= 1; dx++)
			add(wire, x + dx, y, near * (dx === 0 ? 0.9 : 0.25) * Math.min(1, (end - y) / (60 * SCALE)));
	}
}

function drawDrop({ x, near, start, falls }: Wire, at: number): void {
	const since = (at - start + SECONDS) % SECONDS;
	const end = endOf(near);
	if (since < falls) {
		const head = end * (since / falls) ** 2;
		const tail = SCALE * (30 + 130 * near * (since / falls));
		for (let y = Math.max(0, Math.trunc(head - tail)); y <= head; y++) {
			const light = near * (1 - (head - y) / tail) ** 2;
			for (let dx = -8; dx <= 8; dx++) add(glow, x + dx, y, light * Math.exp(-((dx / SCALE) ** 2) / (0.6 + 2 * near)));
		}
		return;
	}
	const age = (since - falls) / 1.6;
	if (age >= 1) return;
	for (const [delay, strength] of [
		[0, 1],
		[0.18, 0.5],
	] as const) {
		const grown = age - delay;
		if (grown <= 0) continue;
		const radius = SCALE * (10 + 120 * near * Math.sqrt(grown));
		const light = near * strength * (1 - age) ** 2 * 0.8;
		for (let turn = 0; turn < TURNS; turn++) {
			const angle = (turn / TURNS) * 2 * Math.PI;
			const px = x + radius * Math.cos(angle);
			const py = end + radius * 0.22 * Math.sin(angle);
			for (let dy = -1; dy <= 1; dy++)
				add(glow, px, py + dy, ((light * (dy === 0 ? 1 : 0.35)) / 2) * (720 / TURNS) * SCALE);
		}
	}
}

export async function main(): Promise<void> {
	for (let frame = 0; frame < FPS * SECONDS; frame++) {
		glow.fill(0);
		wire.fill(0);
		for (const one of wires) {
			drawWire(one);
			drawDrop(one, frame / FPS);
		}
		const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
		for (let at = 0; at < WIDTH * HEIGHT; at++) {
			const [dark, light] = [wire[at] ?? 0, glow[at] ?? 0];
			for (let channel = 0; channel < 3; channel++) {
				const base = (INK[channel] ?? 0) + ((WIRE[channel] ?? 0) - (INK[channel] ?? 0)) * dark;
				pixels[at * 3 + channel] = Math.round(base + ((SIGNAL[channel] ?? 0) - base) * light);
			}
		}
		if (!process.stdout.write(pixels)) await new Promise((resolve) => process.stdout.once('drain', resolve));
	}
}

await main();
