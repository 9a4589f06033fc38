/** The head of the page of servers, which is shown while the page loads, too. */
export const SERVERS = {
	address: '/dashboard/admin',
	label: 'Servers',
	lead: 'Open a server to choose what it gets: topics, regions and the channels they go to.',
} as const;
