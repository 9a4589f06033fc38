import './products.css';
import { type Region, REGION_NAMES } from '@dropwire/contract';
import { RegionFlag } from './RegionFlag.tsx';

const SIZES = ['5', '6', '7', '8', '9', '10', '11', '12'] as const;

/** Made up. The bars: h, m, l for the level of a size, - for a size that is sold out. */
const ROWS: readonly { region: Region; status: string; price: string; was?: string; launch: string; bars: string }[] = [
	{ region: 'US', status: 'ACTIVE', price: '$205.00', launch: 'Apr 30, 10:00', bars: 'mhhhhhhl' },
	{ region: 'GB', status: 'ACTIVE', price: '£149.97', was: '£184.95', launch: 'Apr 30, 08:00', bars: 'lmmm-hl-' },
	{ region: 'JP', status: 'HOLD', price: '¥26,950', launch: 'May 7, 09:00', bars: '--------' },
	{ region: 'FR', status: 'ACTIVE', price: '€199.99', launch: 'Apr 30, 09:00', bars: 'hhhhmml-' },
	{ region: 'AU', status: 'ACTIVE', price: 'A$270.00', launch: 'Apr 30, 08:00', bars: 'hhhmmmll' },
	{ region: 'CA', status: 'ACTIVE', price: 'C$245.00', launch: 'Apr 30, 10:00', bars: 'mhhhhhm-' },
	{ region: 'SG', status: 'INACTIVE', price: 'S$289.00', launch: '–', bars: '--------' },
	{ region: 'MX', status: 'ACTIVE', price: 'MX$4,299', launch: 'Apr 30, 08:00', bars: 'l-mmhhl-' },
	{ region: 'KR', status: 'CLOSEOUT', price: '₩239,000', launch: '–', bars: 'l--m-l--' },
];
const LEVELS: Readonly<Record<string, string>> = { h: 'in high', m: 'in medium', l: 'in low', '-': 'out' };
const COLORS: Readonly<Record<string, string>> = { ACTIVE: 'good', HOLD: 'signal', CLOSEOUT: 'info' };

/** The table of the product query for one product, without asking anything. */
export function ExampleTable() {
	return (
		<div className="example-table">
			<p>
				<b>Air Jordan 3 Retro</b> <span className="mono dim">CK9246-101</span>
			</p>
			<table className="regions">
				<thead>
					<tr>
						<th scope="col">Region</th>
						<th scope="col">Status</th>
						<th scope="col">Price</th>
						<th scope="col">Launch</th>
						<th scope="col">Sizes</th>
					</tr>
				</thead>
				<tbody>
					{ROWS.map(({ region, status, price, was, launch, bars }) => (
						<tr key={region}>
							<th scope="row">
								<RegionFlag region={region} /> <span className="mono">{region}</span> {REGION_NAMES[region]}
							</th>
							<td data-term="Status">
								<span className={`status-word ${COLORS[status] ?? ''}`}>{status}</span>
							</td>
							<td data-term="Price">
								{was && <s>{was}</s>} <b className="mono">{price}</b>
							</td>
							<td data-term="Launch">{launch}</td>
							<td data-term="Sizes">
								<Sizes bars={bars} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}

function Sizes({ bars }: { bars: string }) {
	return (
		<span className="size-strip">
			<span className="mono">
				{bars.replaceAll('-', '').length}/{bars.length}
			</span>
			<span className="bars" aria-hidden="true">
				{SIZES.map((size, index) => (
					<i key={size} className={LEVELS[bars[index] ?? ''] ?? ''} />
				))}
			</span>
		</span>
	);
}
