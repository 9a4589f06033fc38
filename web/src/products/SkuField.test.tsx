import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { ProductQuery } from './ProductQuery.tsx';
import { SkuField } from './SkuField.tsx';

afterEach(() => {
	cleanup();
	localStorage.clear();
	vi.unstubAllGlobals();
});

const AIR = { sku: 'CK9246-101', title: 'Air Jordan 3 Retro', image: 'https://images.example/a.png' };

/** Answers suggestions by their text. */
function serve(products: Readonly<Record<string, readonly (typeof AIR)[]>>) {
	const asked: string[] = [];
	vi.stubGlobal('fetch', async (url: string) => {
		const text = new URL(url, 'http://localhost').searchParams.get('text') ?? '';
		asked.push(text);
		return Response.json({ data: products[text] ?? [] });
	});
	return asked;
}

function Field({ choose }: { choose: (text: string) => void }) {
	const [text, setText] = useState('');
	return <SkuField text={text} setText={setText} error={null} choose={choose} />;
}

test('the arrow keys and Enter choose a suggestion, after the SKUs before it', async () => {
	const asked = serve({ 'air jordan': [AIR] });
	const choose = vi.fn<(text: string) => void>();
	render(
		<MantineProvider env="test">
			<Field choose={choose} />
		</MantineProvider>,
	);
	const field = screen.getByRole('combobox', { name: /^SKU/ });
	for (const text of ['HF3976-001, air', 'HF3976-001, air jordan'])
		fireEvent.change(field, { target: { value: text } });
	expect((await screen.findByRole('option')).textContent).toContain('Air Jordan 3 Retro CK9246-101');
	// Only what is typed last is asked for.
	expect(asked).toEqual(['air jordan']);
	fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown' });
	fireEvent.keyDown(field, { key: 'Enter', code: 'Enter' });
	expect(choose).toHaveBeenCalledWith('HF3976-001, CK9246-101');
});

test.each([
	['air jordan', [AIR], 'No SKU; products with these words:'],
	['zebra shoes', [], 'No SKU, and no watched product has these words in its title.'],
])('the words %j are answered in one line, and stay in the field', async (words, found, answer) => {
	serve({ [words]: found });
	render(
		<MantineProvider>
			<MemoryRouter initialEntries={[`/?sku=${words}`]}>
				<ProductQuery />
			</MemoryRouter>
		</MantineProvider>,
	);
	await screen.findByText(answer);
	expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe(words);
	expect(screen.queryAllByRole('button', { name: /CK9246-101/ })).toHaveLength(found.length);
});
