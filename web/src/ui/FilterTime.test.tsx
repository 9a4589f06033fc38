import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FilterTime } from './FilterTime.tsx';

test('restores the last applied value on blur', () => {
	const change = vi.fn<(value: string) => void>();
	const field = (value: string) => (
		<MantineProvider>
			<FilterTime label="From" type="date" value={value} change={change} />
		</MantineProvider>
	);
	const { rerender } = render(field('2026-11-22'));
	const input = screen.getByLabelText('From');
	fireEvent.change(input, { target: { value: '2025-11-22' } });
	expect(change).toHaveBeenLastCalledWith('2025-11-22');
	fireEvent.change(input, { target: { value: '0020-11-22' } });
	fireEvent.blur(input);
	expect(input).toHaveProperty('value', '2025-11-22');
	rerender(field('2025-11-22'));
	expect(input).toHaveProperty('value', '2025-11-22');
	expect(change).toHaveBeenCalledOnce();
});
