/** Reports frequent events (up to thousands per second): the first event at once, then a count per interval. */
export interface Tally<Detail> {
	add(detail: Detail): void;
	/** Reports the remaining count. */
	close(): void;
}

const EVERY_MS = 10_000;

/** @param report receives the number of events since the last report, and the latest event */
export function createTally<Detail>(report: (count: number, last: Detail) => void, everyMs = EVERY_MS): Tally<Detail> {
	let count = 0;
	let last: Detail;
	let timer: NodeJS.Timeout | undefined;

	function flush(): void {
		timer = undefined;
		if (count === 0) return;
		report(count, last);
		count = 0;
		timer = setTimeout(flush, everyMs).unref();
	}

	return {
		add(detail) {
			count++;
			last = detail;
			if (!timer) flush();
		},
		close() {
			clearTimeout(timer);
			flush();
			clearTimeout(timer);
		},
	};
}
