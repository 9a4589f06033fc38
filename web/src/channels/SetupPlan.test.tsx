import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { currentNotices, dismissNotice } from '../ui/notices.ts';
import { SetupPlan } from './SetupPlan.tsx';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	for (const { id } of currentNotices()) dismissNotice(id);
});

test.each([
	[['added', 'unchanged'], true],
	[['added', 'repaired'], false],
	[['repaired'], false],
])('a step with the outcomes %j can be undone: %s', async (outcomes, isUndoable) => {
	const data = outcomes.map((outcome) => ({ outcome, region: 'US', toolsName: 'x', target: '#drops', problem: null }));
	const plan = { applied: true, planId: '', added: ['7'], data };
	vi.stubGlobal('fetch', async (_: string, init?: RequestInit) =>
		Response.json(init?.method === 'POST' ? plan : { data: { data: [] } }),
	);
	render(
		<MantineProvider env="test">
			<MemoryRouter>
				<SetupPlan guildId="1" changes={[{ action: 'REMOVE', id: '1' }]} done={() => {}} />
			</MemoryRouter>
		</MantineProvider>,
	);
	fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
	fireEvent.click(await screen.findByRole('button', { name: 'Apply' }));
	await vi.waitFor(() => expect(currentNotices()).toHaveLength(1));
	expect(currentNotices()[0]?.undo !== null).toBe(isUndoable);
});

test('a step that ends after the choice has changed keeps the dialog open', async () => {
	const applied = Promise.withResolvers<Response>();
	const plan = { applied: false, planId: '', added: [], data: [{ outcome: 'removed', region: 'US', toolsName: 'x' }] };
	vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
		if (init?.method !== 'POST') return Response.json({ data: { data: [] } });
		return String(init.body).includes('"dryRun":false') ? applied.promise : Response.json(plan);
	});
	const done = vi.fn<() => void>();
	const dialog = (id: string) => (
		<MantineProvider env="test">
			<MemoryRouter>
				<SetupPlan key={id} guildId="1" changes={[{ action: 'REMOVE', id }]} done={done} />
			</MemoryRouter>
		</MantineProvider>
	);
	const { rerender } = render(dialog('1'));
	fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
	fireEvent.click(await screen.findByRole('button', { name: 'Apply' }));
	rerender(dialog('2'));
	applied.resolve(Response.json({ ...plan, applied: true }));
	await vi.waitFor(() => expect(currentNotices()).toHaveLength(1));
	expect(done).not.toHaveBeenCalled();
});
