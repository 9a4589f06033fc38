import type { CallOutput, Contract, Overview } from '@dropwire/contract';
import { render, screen } from '@testing-library/react';
import { SWRConfig, unstable_serialize } from 'swr';
import { expect, test } from 'vitest';
import { FIRST_DEAD } from '../overview/problems.ts';
import { Sparkline } from './Sparkline.tsx';

test('the bars above the log show the messages per minute of the whole log', () => {
	const minutes = Array.from({ length: 60 }, (_, n) => ({ at: n * 60_000, events: 9, messages: n === 30 ? 1500 : 20 }));
	const overview = { data: { minutes } as Overview } satisfies CallOutput<Contract['overview']>;
	const fallback = { [unstable_serialize(['overview', { dead: FIRST_DEAD }])]: overview };
	const { container } = render(
		<SWRConfig value={{ fallback, revalidateOnMount: false, revalidateIfStale: false }}>
			<Sparkline />
		</SWRConfig>,
	);
	screen.getByText('All messages, last hour: 2,680, peak 1,500 per minute');
	expect(container.querySelectorAll('.bars i')).toHaveLength(60);
});
