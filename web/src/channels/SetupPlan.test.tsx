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
