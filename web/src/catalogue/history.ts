/** The history of one offer of a product in a region, as `GET /api/history` answers. */
export interface History {
	points: HistoryState[];
	sizes: { size: string; spans: [number, number | null][] }[];
	restocks: { at: number; sizes: string[]; minutes: number | null }[];
	statistics: Statistics;
}
export interface HistoryState {
	at: number;
	price: number | null;
	full: number | null;
	currency: string | null;
	status: string | null;
	available: boolean | null;
	inStock: number | null;
	gap?: true;
}
interface Lowest {
	price: number;
	at: number;
}
export interface Statistics {
	lowest30: Lowest | null;
	lowest90: Lowest | null;
	lowestEver: Lowest | null;
	verdict: 'low' | 'typical' | 'high' | null;
	discount: { percent: number | null; claimedPercent: number; claimHolds: boolean | null } | null;
	restocks: {
		count: number;
		per30Days: number | null;
		usualWindow: {
			weekday: number;
			fromHour: number;
			toHour: number;
			zone: string;
			share: number;
			n: number;
		} | null;
	} | null;
	sellOut: { size: string; medianMinutes: number; n: number }[] | null;
}
