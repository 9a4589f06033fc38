import { type KeyboardEvent, useState } from 'react';

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
	ArrowUp: [-1, 0],
	ArrowDown: [1, 0],
	ArrowLeft: [0, -1],
	ArrowRight: [0, 1],
};

/**
 * Makes the buttons of a table one tab stop: the arrow keys move between them, Home and End to the ends of a row. Empty
 * places are skipped.
 */
export function useGridKeys() {
	const [at, setAt] = useState('0/0');

	function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
		const button = (event.target as Element).closest<HTMLElement>('[data-at]');
		const [row = 0, column = 0] = (button?.dataset['at'] ?? '').split('/').map(Number);
		const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-at]')];
		const found = (r: number, c: number) => buttons.find((one) => one.dataset['at'] === `${r}/${c}`);
		const inRow = buttons.filter((one) => one.dataset['at']?.startsWith(`${row}/`));
		const step = STEPS[event.key];
		let next: HTMLElement | undefined;
		if (event.key === 'Home') next = inRow[0];
		else if (event.key === 'End') next = inRow.at(-1);
		else if (step && button) {
			const size = Math.max(...buttons.map((one) => Math.max(...(one.dataset['at'] ?? '').split('/').map(Number))));
			for (let n = 1; n <= size && !next; n++) next = found(row + step[0] * n, column + step[1] * n);
		} else return;
		event.preventDefault();
		next?.focus();
	}

	return {
		table: { onKeyDown },
		/** The properties of the button in a place. */
		button: (row: number, column: number) => ({
			'data-at': `${row}/${column}`,
			tabIndex: at === `${row}/${column}` ? 0 : -1,
			onFocus: () => setAt(`${row}/${column}`),
		}),
	};
}
