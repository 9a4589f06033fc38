import type { ManagedUser } from '@dropwire/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

/** The height of a row on a wide screen, px, as in access.css; others are measured. */
const ROW_HEIGHT = 45;
/** Rows rendered outside the visible area, so that the keyboard can move to the next one. */
const OVERSCAN = 8;
const WIDE = ['ID', 'Role', 'Access', 'Plan'];

/** The users' table. Only the visible rows are rendered, since the access list can have thousands. */
export function UserTable({
	users,
	children,
}: {
	users: readonly ManagedUser[];
	/** The cells of a user's row. */
	children(user: ManagedUser): ReactNode;
}) {
	const body = useRef<HTMLTableSectionElement>(null);
	const [top, setTop] = useState(0);
	useLayoutEffect(() => {
		setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
	}, []);
	// oxlint-disable-next-line react/incompatible-library -- the React compiler is not used, so nothing memoizes this component
	const rows = useWindowVirtualizer({
		count: users.length,
		estimateSize: () => ROW_HEIGHT,
		getItemKey: (index) => users[index]?.discordId ?? index,
		overscan: OVERSCAN,
		scrollMargin: top,
	});
	const seen = rows.getVirtualItems();
	const above = (seen[0]?.start ?? top) - top;
	const below = rows.getTotalSize() - ((seen.at(-1)?.end ?? top) - top);
	return (
		<table className="table user-table" aria-rowcount={users.length + 1}>
			<thead>
				<tr aria-rowindex={1}>
					<th scope="col">Name</th>
					{WIDE.map((name) => (
						<th key={name} scope="col" className={`wide-only ${name.toLowerCase()}`}>
							{name}
						</th>
					))}
					<th scope="col" className="expires">
						Expires
					</th>
					<th scope="col" className="wide-only seen">
						Last seen
					</th>
					<th scope="col" className="actions">
						Actions
					</th>
				</tr>
			</thead>
			<tbody ref={body}>
				<Space height={above} />
				{seen.map(({ index, key }) => {
					const user = users[index];
					return (
						user && (
							<tr key={key} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
								{children(user)}
							</tr>
						)
					);
				})}
				<Space height={below} />
			</tbody>
		</table>
	);
}

/** The rows that are not rendered. */
function Space({ height }: { height: number }) {
	if (height <= 0) return null;
	return (
		<tr aria-hidden="true" style={{ height }}>
			<td className="unseen">{null}</td>
		</tr>
	);
}
