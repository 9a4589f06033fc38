import { PAGES, PERSONAL_DATA_GROUPS } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { counted } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { DeleteData } from './DeleteData.tsx';

/** What is stored about the user, as a file to download, and its deletion. */
export function YourData() {
	const call = useCall('account', {});
	const [dialog, setDialog] = useState(false);
	return (
		<section className="card your-data" aria-labelledby="your-data">
			<h2 id="your-data">Your data</h2>
			<p className="dim">
				What is stored about you. The <a href="/privacy-policy-and-terms#your-data">privacy policy</a> says why and for
				how long; a retailer token that you have sent can be deleted in the{' '}
				<Link to={PAGES.tokenPortal}>user portal</Link>.
			</p>
			<Loaded call={call} rows={6}>
				{({ data }) => (
					<dl className="stored">
						{data.stored.map(({ group, rows }) => {
							const { name, contents, kept } = PERSONAL_DATA_GROUPS[group];
							return (
								<div key={group}>
									<dt>{name}</dt>
									<dd className="stored-rows">{rows === 0 ? 'Nothing' : counted(rows, 'entry', 'entries')}</dd>
									<dd className="dim">
										{contents}
										{kept !== null && rows > 0 && ' Stays when you delete your data.'}
									</dd>
								</div>
							);
						})}
					</dl>
				)}
			</Loaded>
			<div className="your-data-actions">
				<Button component="a" href="/api/account/export" download variant="default">
					Export as JSON
				</Button>
				<Button variant="default" onClick={() => setDialog(true)}>
					Delete my data
				</Button>
			</div>
			<DeleteData opened={dialog} close={() => setDialog(false)} />
		</section>
	);
}
