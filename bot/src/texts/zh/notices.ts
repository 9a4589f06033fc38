import type { notices as english } from '../en/notices.ts';
import type { Translated } from '@dropwire/domain/texts';

export const notices: Translated<typeof english> = {
	'notice.expiringTitle': '你的 Dropwire 访问权限即将到期',
	'notice.expiring':
		'你的访问权限将于 {at}（{in}）到期。到期后你只能查看，不能更改任何内容，仅由你管理的服务器也不再收到消息。',
	'notice.expiredTitle': '你的 Dropwire 访问权限已到期',
	'notice.expired':
		'你的访问权限已于 {at} 到期。你只能查看，不能更改任何内容。仅由你管理的服务器不再收到消息，其设置会保留。',
	'notice.planExpiringTitle': '你的一个 Dropwire 套餐即将到期',
	'notice.planExpiring': '该套餐将于 {at}（{in}）到期。你的访问权限会继续有效，但不再包含仅此套餐提供的内容。',
	'notice.planExpiredTitle': '你的一个 Dropwire 套餐已到期',
	'notice.planExpired': '该套餐已于 {at} 到期。你的访问权限继续有效，但不再包含仅此套餐提供的内容。',
	'notice.extend': '如需延期，请联系运营者。',
	'notice.approvedTitle': '你已获得 Dropwire 访问权限',
	'notice.roleTitle': '你已获得 Dropwire 的 {role} 权限',
	'notice.approved': '运营者已批准你的申请。',
	'notice.until': '访问权限有效期至 {at}。',
	'notice.open': '请[打开 Dropwire]({url})，查看你可以使用的功能。',
	'notice.declinedTitle': '你的 Dropwire 访问申请被拒绝',
	'notice.declined': '运营者拒绝了你的申请。',
	'notice.again': '你可以[再次提交申请]({url})。',
	'notice.productTitle': '你请求的商品现已开始监控',
	'notice.product': '{product} 现已加入监控列表。接收其主题的服务器会在商品变化时收到通知。',
	'notice.noProductTitle': '你请求的商品不会被监控',
	'notice.noProduct': '运营者拒绝了你监控 {product} 的请求。',
	'notice.plan': '套餐：**{plan}**',
	'notice.contact': '联系方式：{contact}',
	'notice.linksTitle': { other: '{count} 个 Dropwire 订阅已失效' },
	'notice.link': '**{topic}（{region}）** → {place}：{reason}',
	'notice.unknownChannel': '未知频道',
	'notice.more': { other: '另有 {count} 个' },
	'notice.relink': { other: '这些订阅不再收到消息。请用 `{/link}` 重新为频道添加订阅，或[打开控制台]({url})。' },
	'notice.turnOff': '`{/notices links}:{off}` 可关闭此类通知。',
};
