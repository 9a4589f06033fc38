import { useState } from 'react';

const KEY = 'product-query-recent-v1';
const MAX_RECENT = 8;

/** The last searches in this browser, newest first. */
export function useRecentSearches(): {
	recent: readonly string[];
	remember: (text: string) => void;
	forget: () => void;
} {
	const [recent, setRecent] = useState(read);
	function store(next: readonly string[]) {
		setRecent(next);
		try {
			localStorage.setItem(KEY, JSON.stringify(next));
		} catch {
			// A browser without storage remembers them until the page is left.
		}
	}
	return {
		recent,
		remember: (text) => store([text, ...recent.filter((one) => one !== text)].slice(0, MAX_RECENT)),
		forget: () => store([]),
	};
}

function read(): readonly string[] {
	try {
		const stored = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
		return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MAX_RECENT) : [];
	} catch {
		return [];
	}
}
