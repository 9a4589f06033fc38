import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RoleField } from './RoleField.tsx';

afterEach(cleanup);

const NIKE = { id: '600000000000000001', name: 'Nike' };
const field = (roles: Parameters<typeof RoleField>[0]['roles'], value: string[]) => {
	const change = vi.fn<(ids: string[]) => void>();
	render(
		<MantineProvider>
			<RoleField roles={roles} value={value} change={change} error={undefined} />
		</MantineProvider>,
	);
	const choose = (name: string) => fireEvent.click(screen.getByRole('option', { name, hidden: true }));
	const type = (text: string) => {
		const input = screen.getByLabelText('Mentioned roles', { selector: 'input' });
		input.focus();
		fireEvent.change(input, { target: { value: text } });
		fireEvent.keyDown(input, { key: 'Enter' });
		return change.mock.lastCall?.[0].at(-1);
	};
	return { change, choose, type };
};

test('roles are shown by name, unknown roles by id', () => {
	const { change, choose } = field(
		[NIKE, { id: '600000000000000002', name: 'Drops' }],
		[NIKE.id, '600000000000000009'],
	);
	expect(screen.getByText('@Nike')).toBeTruthy();
	expect(screen.getByText('600000000000000009')).toBeTruthy();
	choose('@Drops');
	expect(change).toHaveBeenLastCalledWith([NIKE.id, '600000000000000009', '600000000000000002']);
});

test('a role is found by its name or a unique part of it', () => {
	const { type } = field(
		[NIKE, { id: '600000000000000002', name: 'Nike SNKRS' }, { id: '600000000000000004', name: 'Nike EU' }],
		['vip'],
	);
	expect(screen.getByText('No role has the name "vip". Choose one from the list.')).toBeTruthy();
	expect(['nike', '@NIKE eu', 'snk', '600000000000000009', 'nike ', 'ni'].map(type)).toEqual([
		NIKE.id,
		'600000000000000004',
		'600000000000000002',
		'600000000000000009',
		NIKE.id,
		'ni',
	]);
});

test('roles with the same name are shown with their ids', () => {
	field([NIKE, { id: '600000000000000003', name: 'Nike' }], [NIKE.id]);
	expect(screen.getByText(`@Nike (${NIKE.id})`)).toBeTruthy();
	cleanup();
	field([], [NIKE.id]);
	expect(screen.getByText(NIKE.id)).toBeTruthy();
	expect(screen.getByText(/choose Copy Role ID/)).toBeTruthy();
});
