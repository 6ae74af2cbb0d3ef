// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// The part of an ERC-20 token that the site reads, and a supply that tests change.
contract Token {
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 places) {
        decimals = places;
    }

    function mint(uint256 units) external {
        totalSupply += units;
        balanceOf[msg.sender] += units;
        emit Transfer(address(0), msg.sender, units);
    }

    function burn(uint256 units) external {
        balanceOf[msg.sender] -= units;
        totalSupply -= units;
        emit Transfer(msg.sender, address(0), units);
    }
}
