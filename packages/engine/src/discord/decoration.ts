/** What a message can do without: its text, fields and mentions are not decoration. Paths of Discord's field errors. */
const OF_MESSAGE = /^(?:username|avatar_url)$/;
const OF_TAGS = /^applied_tags(?:\.|$)/;
const OF_BUTTONS = /^components(?:\.|$)/;
const OF_EMBED = /^(embeds\.\d+\.(?:url|thumbnail|image|footer|author))(?:\.(\w+))?$/;
/** Discord's older form names an embed as a whole. */
const EMBED = /^embeds\.\d+$/;
/** All decoration of an embed. */
const PARTS = ['url', 'thumbnail', 'image', 'footer.icon_url', 'author'];
/** The parts of a footer and an author that can be left out alone. */
const OPTIONAL = new Set(['icon_url', 'url']);

/**
 * The decoration to leave out of a message that Discord rejects because of these fields (50035).
 * @param isOlderForm whether Discord names embeds as a whole, for whatever is wrong in them
 * @returns paths of the message's body; empty if Discord rejects anything else too
 */
export function decorationIn(fields: readonly string[], isOlderForm: boolean): string[] {
	const paths = fields.map((field) => {
		if (OF_MESSAGE.test(field)) return [field];
		if (OF_TAGS.test(field)) return ['applied_tags'];
		if (OF_BUTTONS.test(field)) return ['components'];
		if (isOlderForm && EMBED.test(field)) return PARTS.map((part) => `${field}.${part}`);
		const [, part, inner = ''] = OF_EMBED.exec(field) ?? [];
		if (part === undefined) return [];
		const isInner = OPTIONAL.has(inner) && /\.(?:footer|author)$/.test(part);
		return [isInner ? `${part}.${inner}` : part];
	});
	return paths.every((path) => path.length > 0) ? [...new Set(paths.flat())] : [];
}

/** A copy of a message's body without these paths. */
export function withoutPaths(body: object, paths: readonly string[]): object {
	const copy = structuredClone(body);
	for (const path of paths) {
		const steps = path.split('.');
		const last = steps.pop() as string;
		let node: unknown = copy;
		for (const step of steps) node = (node as Record<string, unknown> | undefined)?.[step];
		if (typeof node === 'object' && node !== null) Reflect.deleteProperty(node, last);
	}
	return copy;
}
