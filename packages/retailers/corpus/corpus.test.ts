import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP_REFUSAL_CODES } from '@dropwire/domain';
import { expect, test } from 'vitest';
import type { ShopReading, ShopRefusal } from '../src/formats/reading.ts';
import { type ReaderName, runReader } from '../src/reading/readers.ts';

/** An answer of a shop, and what must be read in it. */
interface Input {
	format: string;
	reader: ReaderName;
	/** The answer: in a file of this folder, or in place. */
	file?: string;
	text?: string;
	/** The Content-Type header. */
	contentType?: string | null;
	/** What the answer does not contain; the page's URL by default. */
	facts?: object;
	/** Fields of the reading, or the code with which it is refused. Without a state, none must be read. */
	expected: Partial<ShopReading> & { refused?: string; queue?: true };
}

const INPUTS = JSON.parse(readFileSync(join(import.meta.dirname, 'index.json'), 'utf8')) as Input[];

function resultOf({ reader, file, text = '', contentType = null, facts = {} }: Partial<Input> & Pick<Input, 'reader'>) {
	const body = file === undefined ? Buffer.from(text) : readFileSync(join(import.meta.dirname, file));
	const url = 'https://shop.example/lamp';
	return runReader({ name: reader, body, contentType, facts: { url, ...facts } }) as Partial<ShopReading & ShopRefusal>;
}

/** What differs from the expected reading; empty if nothing does. */
function differencesOf({ expected: { refused, ...fields }, ...input }: Input): string[] {
	const result = resultOf(input);
	const wanted =
		refused === undefined ? { state: undefined, code: undefined, ...fields } : { code: refused, ...fields };
	return Object.entries(wanted)
		.map(([name, value]) => [name, JSON.stringify(result[name as keyof typeof result]), JSON.stringify(value)])
		.filter(([, got, want]) => got !== want)
		.map(([name, got, want]) => `${name} is ${got} instead of ${want}`);
}

test('every input of the corpus is read right or refused with a code and a message', () => {
	const judged = INPUTS.map((input) => ({ input, result: resultOf(input), differences: differencesOf(input) }));
	const figures = Map.groupBy(judged, ({ input }) => input.format)
		.entries()
		.map(([format, all]) => {
			const wrong = all.filter(({ differences }) => differences.length > 0).length;
			const refused = all.filter(({ result }) => result.code !== undefined).length;
			return `${format}: ${all.length - wrong - refused} right, ${refused} refused, ${wrong} wrong`;
		});
	console.info([...figures].join('\n'));
	const wrong = judged.filter(({ differences }) => differences.length > 0);
	expect(wrong.map(({ input, differences }) => [input.file ?? input.text, ...differences])).toEqual([]);
	const falseStock = judged.filter(
		({ input, result }) => result.available === true && input.expected.available !== true,
	);
	// An input can leave its stock out if it is about something else.
	expect(falseStock.filter(({ input }) => 'available' in input.expected || input.expected.refused)).toEqual([]);
	for (const { result } of judged.filter(({ result: { code } }) => code !== undefined)) {
		expect(SHOP_REFUSAL_CODES).toContain(result.code);
		expect(result.message).toMatch(/\w/);
	}
});
