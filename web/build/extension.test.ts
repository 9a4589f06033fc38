import { SIZE_CASES } from '@dropwire/domain/testing';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { extensionFiles } from './extension.ts';

let run: () => void;
beforeAll(async () => {
	const files = await extensionFiles();
	// The content script as a browser runs it.
	// oxlint-disable-next-line no-implied-eval -- the script is one file without exports
	run = new Function(files['cart.js']) as () => void;
});
afterEach(() => document.body.replaceChildren());

/** Runs the script on a product page with these sizes. @returns the size that it selected */
async function select(wanted: string, labels: readonly string[]): Promise<string | undefined> {
	const sizes = document.createElement('div');
	sizes.id = 'size-selector';
	let selected: string | undefined;
	for (const text of labels) {
		const label = sizes.appendChild(document.createElement('label'));
		label.textContent = text;
		label.addEventListener('click', () => (selected = text));
	}
	const button = document.createElement('button');
	button.className = 'add-to-cart-btn';
	document.body.replaceChildren(sizes, button);
	location.hash = String(new URLSearchParams({ 'dropwire-size': wanted }));
	run();
	await vi.waitFor(() => expect(document.querySelector('[role="status"]')).not.toBeNull());
	return selected;
}

test.each(SIZE_CASES)(
	'a link with the size "%s" selects the sizes that the filter matches',
	async (wanted, matches, others) => {
		for (const label of matches) expect(await select(wanted, [...others, label])).toBe(label);
	},
);
