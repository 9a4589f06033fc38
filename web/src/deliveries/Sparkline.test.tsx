import type { CallOutput, Contract, Overview } from '@dropwire/contract';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provide } from '../api/useCall.ts';
import { FIRST_DEAD } from '../overview/firstDead.ts';
import { Sparkline } from './Sparkline.tsx';

test('the bars above the log are the messages of each minute in the whole log, as the overview counts them', async () => {
	const minutes = Array.from({ length: 60 }, (_, n) => ({ at: n * 60_000, events: 9, messages: n === 30 ? 1500 : 20 }));
	const overview = { data: { minutes } as Overview } satisfies CallOutput<Contract['overview']>;
	await provide('overview', { dead: FIRST_DEAD }, overview);
	const { container } = render(<Sparkline />);
	screen.getByText('All messages, last hour: 2,680, peak 1,500 per minute');
	expect(container.querySelectorAll('.bars i')).toHaveLength(60);
});
