import type { BulkResult } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import BulkPanel from './BulkPanel.tsx';
import { SKU_BULK } from './kinds.ts';

afterEach(cleanup);

const counts = { added: 1, changed: 0, removed: 0, unchanged: 0, refused: 0 };
const data = [{ row: 0, outcome: 'added' as const }];
const preview: BulkResult = { applied: false, planId: 'p', counts, data, pruned: [], current: 0 };

test('a file that is dropped while rows are applied does not mix with them', async () => {
	const applied = Promise.withResolvers<BulkResult>();
	const send = vi.fn<typeof SKU_BULK.send>(async (_, planId) => (planId === undefined ? preview : applied.promise));
	render(
		<MantineProvider env="test">
			<BulkPanel kind={{ ...SKU_BULK, send }} close={() => {}} done={() => {}} />
		</MantineProvider>,
	);
	const rows = await screen.findByLabelText<HTMLTextAreaElement>('Rows');
	const drop = (text: string) => fireEvent.drop(rows, { dataTransfer: { files: [new File([text], 'skus.csv')] } });
	drop('type,sku\nMONITOR1,CK9246-101\n');
	fireEvent.click(await screen.findByRole('button', { name: 'Apply 1 row' }));
	drop('type,sku\nMONITOR1,BV7114-001\n');
	await act(async () => applied.resolve(preview));
	await screen.findByText('Done: 1 added, 0 changed, 0 removed, 0 unchanged.');
	expect(send.mock.calls.map(([sent, planId]) => [sent[0]?.['sku'], planId])).toEqual([
		['CK9246-101', undefined],
		['CK9246-101', 'p'],
	]);
	expect(rows.value).toBe('');
});
