import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { MatrixPlan } from './MatrixPlan.tsx';

test('after a conflict, a new preview can be applied', async () => {
	const row = { brand: 'NIKE', category: 'SHOES', region: 'US', status: 'ACTIVE', label: 'x', value: 'y' };
	const sent: unknown[] = [];
	vi.stubGlobal('fetch', async (_: string, { body }: { body?: string }) => {
		const { dryRun, planId } = JSON.parse(body ?? '') as { dryRun?: boolean; planId?: string };
		sent.push(dryRun ? 'preview' : planId);
		const plan = { data: [], counts: {}, planId: sent.length === 1 ? 'old' : 'new' };
		const error = { code: 'conflict', message: 'The data has changed since this preview.' };
		return planId === 'old' ? Response.json({ error }, { status: 409 }) : Response.json(plan);
	});
	const applied = vi.fn<() => void>();
	const changes = { rows: [{ ...row, action: 'INSERT' }], added: 1, removed: 0 } as never;
	render(
		<MantineProvider>
			<MemoryRouter>
				<MatrixPlan changes={changes} left={1} applied={applied} discard={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
	await press('Preview');
	await press('Apply');
	await screen.findByText(/has changed since this preview/);
	await press('Preview');
	await press('Apply');
	await vi.waitFor(() => expect(applied).toHaveBeenCalled());
	expect(sent).toEqual(['preview', 'old', 'preview', 'new']);
});
