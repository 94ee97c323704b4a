<?php

declare(strict_types=1);

use Shop\Address;
use Shop\CategoryQuery;
use Shop\CustomerQuery;
use Shop\EmployeeQuery;
use Shop\Enum\OrderStatus;
use Shop\Order;
use Shop\OrderItem;
use Shop\OrderQuery;
use Shop\ProductQuery;
use Shop\Review;

/** An address on one line. */
function line(?Address $address): string
{
    return $address === null ? '-' : "{$address->getStreet()}, {$address->getCity()}, {$address->getCountry()?->getName()}";
}

foreach (OrderQuery::create()->orderById()->find() as $order) {
    echo "order {$order->getId()} of {$order->getCustomer()?->getFirstName()}, {$order->getStatus()->value}\n";
    echo '  bill to ' . line($order->getBillingAddress()) . "\n";
    echo '  ship to ' . line($order->getShippingAddress()) . "\n";
    foreach ($order->getOrderItems() as $item) {
        echo "  {$item->getQuantity()} × {$item->getProduct()?->getName()}\n";
    }
    foreach ($order->getShipments() as $shipment) {
        echo "  packed by {$shipment->getPackedBy()?->getName()} in {$shipment->getWarehouse()?->getName()}\n";
    }
}

$home = CategoryQuery::create()->findOneByName('Home');
foreach ($home?->getChildren() ?? [] as $category) {
    echo "{$category->getParent()?->getName()} > {$category->getName()}\n";
}

$ines = EmployeeQuery::create()->findOneByName('Ines Vogt');
foreach ($ines?->getSubordinates() ?? [] as $employee) {
    echo "{$employee->getManager()?->getName()} manages {$employee->getName()}\n";
}

$lamp = ProductQuery::create()->findOneBySku('LMP-1');
if ($lamp === null) {
    throw new LogicException('there is no lamp');
}
foreach ($lamp->getTags() as $tag) {
    echo "tag {$tag->getName()}\n";
}
foreach ($lamp->getReviews() as $review) {
    echo "{$review->getAuthor()?->getFirstName()}: {$review->getBody()}\n";
}

$bruno = CustomerQuery::create()->findOneByEmail('bruno@example.org');
$address = $bruno?->getAddresses()->getFirst();
$order = new Order();
$order->setCustomer($bruno)->setBillingAddress($address)->setShippingAddress($address)->setPlacedAt('2026-05-01 12:00:00');
$order->setStatus(OrderStatus::Paid);
$item = new OrderItem();
$item->setProduct($lamp)->setQuantity(3)->setUnitPrice('49.90');
$order->addOrderItem($item);
$order->save();
$review = new Review();
$review->setProduct($lamp)->setAuthor($bruno)->setRating(4);
$review->save();

$delivered = OrderQuery::create()->useBillingAddressQuery()->filterByCity('Nantes')->endUse()->count();
echo "{$delivered} orders are billed to Nantes, {$address?->countShippingOrders()} are sent there\n";
