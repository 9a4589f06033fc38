import type { Answer } from '@dropwire/retailers';
import type { Decision } from '../product/evaluate.ts';
import type { Finding } from './spans.ts';

/** What a check found, and why it was blocked. */
export interface Found {
	finding: Finding;
	reason?: string;
}

/** What a check found, by its answer and the decision about it. @param isFirst whether no check read the product before */
export function findingOf(decision: Decision, answer: Answer['kind'], isFirst: boolean): Found {
	switch (decision.kind) {
		case 'blocked':
			return { finding: 'blocked', reason: decision.reason };
		case 'baseline':
			return { finding: isFirst ? (decision.snapshot ? 'first' : 'first_gone') : 'pause' };
		case 'quiet':
			return { finding: 'no_event' };
		case 'news':
			return { finding: 'event' };
		case 'same':
			if (decision.tooSoon) return { finding: 'quiet_time' };
			if (decision.goneChecks > 0) return { finding: 'gone_once' };
			if (decision.goneSizes !== undefined) return { finding: 'sizes_once' };
			return { finding: answer === 'gone' ? 'gone' : 'same' };
	}
}
