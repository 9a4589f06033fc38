/** The head of the servers' page, which its document contains, too. */
export const SERVERS_HEAD = {
	heading: 'Servers',
	lead: 'Open a server to choose what it gets: topics, regions and the channels they go to.',
} as const;
